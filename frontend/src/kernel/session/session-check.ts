// A call was refused because nobody is signed in: whoever shows the session looks at it anew. Tokens can go
// without a word, when a browser's owner clears its cookies.
type Listener = () => void;
const listeners = new Set<Listener>();

export function checkSession(): void {
  for (const listener of listeners) listener();
}

export function onSessionCheck(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

// Notifies listeners when a call was refused for lack of a session, so that they check it again.
// Tokens can disappear without an event, for example when the user clears the cookies.
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

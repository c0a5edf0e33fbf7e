// Tells lists which records were deleted from here, by whichever button.
type Listener = (key: string, id: number) => void;
const listeners = new Set<Listener>();

export function tellRemoved(key: string, id: number): void {
  for (const listener of listeners) listener(key, id);
}

export function onRemoved(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

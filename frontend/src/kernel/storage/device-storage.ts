// What is kept in this browser. A storage that is full or refused keeps a text until the page is
// left: nothing that is kept is worth a page that fails.

type Listener = (text: string | null) => void;

function kept(storage: () => Storage) {
  const untilLeft = new Map<string, string>();
  return {
    getItem: (name: string): string | null => {
      const text = untilLeft.get(name);
      if (text !== undefined) return text;
      try {
        return storage().getItem(name);
      } catch {
        return null;
      }
    },
    setItem: (name: string, text: string): void => {
      try {
        storage().setItem(name, text);
        untilLeft.delete(name);
      } catch {
        untilLeft.set(name, text);
      }
    },
    removeItem: (name: string): void => {
      untilLeft.delete(name);
      try {
        storage().removeItem(name);
      } catch {
        // A refused storage holds nothing.
      }
    },
    /** Calls the listener when another tab changes the text. */
    subscribe: (name: string, listener: Listener): (() => void) => {
      const onStorage = ({ key, newValue }: StorageEvent) => {
        if (key === name) listener(newValue);
      };
      window.addEventListener('storage', onStorage);
      return () => {
        window.removeEventListener('storage', onStorage);
      };
    },
  };
}

export const deviceStorage = kept(() => localStorage);
export const tabStorage = kept(() => sessionStorage);

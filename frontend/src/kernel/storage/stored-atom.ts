// An atom whose value is kept in this browser.
import { atomWithStorage, createJSONStorage } from 'jotai/utils';
import { deviceStorage } from './device-storage';

export function storedAtom<Value>(name: string, initial: Value) {
  return atomWithStorage(
    name,
    initial,
    createJSONStorage<Value>(() => deviceStorage),
    { getOnInit: true },
  );
}

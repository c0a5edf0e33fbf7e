// Actions above the history of screenings: the norms of CIST, and the import of a file.
import { ImportButton } from '~/kernel/resource/import-button';
import { NormsButton } from './norms-button';

export function Actions() {
  return (
    <>
      <NormsButton />
      <ImportButton />
    </>
  );
}

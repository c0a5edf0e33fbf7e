// What leads on from the history of screenings: to the norms of CIST, and to a file that is imported.
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

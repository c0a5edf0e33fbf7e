// Measurements as they are printed, of the kind that the address names.
import { useLocation } from 'react-router';
import { call } from '~/domain/client';
import { PrintView } from '~/kernel/measurement/print-view';
import { sheetsOf } from './printed-kinds';

export function Component() {
  const { search } = useLocation();
  const kind = sheetsOf(search);
  return (
    <PrintView
      key={search}
      search={search}
      kind={kind}
      ask={(body, signal) => call('PrintMeasurements', { body }, signal)}
    />
  );
}

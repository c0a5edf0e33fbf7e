// The print of a member's own measurements, of the kind that the address names.
import { useLocation } from 'react-router';
import { OwnPrint } from '~/features/users/own-print';
import { sheetsOf } from './printed-kinds';

export function Component() {
  const { search } = useLocation();
  const kind = sheetsOf(search);
  return <OwnPrint key={search} search={search} kind={kind} />;
}

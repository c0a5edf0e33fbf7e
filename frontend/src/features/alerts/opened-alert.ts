// The open alert is a parameter of the current address, so that Back closes it.
import { useLocation, useSearchParams } from 'react-router';

const PARAMETER = 'alert';
const ID = /^\d{1,15}$/;

export function useOpenedAlert() {
  const { state } = useLocation() as { state: unknown };
  const [search, setSearch] = useSearchParams();
  const wanted = search.get(PARAMETER) ?? '';
  return {
    id: ID.test(wanted) ? Number(wanted) : undefined,
    open: (id: number) => {
      setSearch(
        (now) => {
          now.set(PARAMETER, String(id));
          return now;
        },
        { state },
      );
    },
    close: () => {
      setSearch(
        (now) => {
          now.delete(PARAMETER);
          return now;
        },
        { replace: true, state },
      );
    },
  };
}

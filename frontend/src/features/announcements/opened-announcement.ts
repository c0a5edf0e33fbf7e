// The open announcement is a parameter of the current address: a link opens it and Back closes it.
import { useLocation, useNavigate, useSearchParams } from 'react-router';

const PARAMETER = 'announcement';
const ID = /^\d{1,15}$/;

interface State {
  openedFromToast?: true;
}

function asState(state: unknown): State {
  return typeof state === 'object' && state !== null ? state : {};
}

export function useOpenedAnnouncement() {
  const navigate = useNavigate();
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
        { state: { ...asState(state), openedFromToast: true } },
      );
    },
    close: () => {
      if (asState(state).openedFromToast) {
        void navigate(-1);
        return;
      }
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

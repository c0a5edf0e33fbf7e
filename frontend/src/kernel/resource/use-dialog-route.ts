// A dialog is a child route of a page. Closing it returns to the page as it was.
import { useContext } from 'react';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  useLocation,
  useNavigate,
  useOutletContext,
  useParams,
} from 'react-router';
import type { Resource, ResourceRecord } from './definition';

/**
 * The state of every link that opens a dialog from its page. Closing the dialog then goes back in
 * the history.
 */
export const DIALOG_STATE = { openedFromPage: true } as const;

function openedFromPage(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'openedFromPage' in state;
}

/**
 * Returns whether the user is still at this address. The answer of a slow request may arrive when
 * the user has already left, and must then not navigate.
 */
export function useIsHere(): () => boolean {
  const router = useContext(DataRouterContext)?.router;
  const { pathname } = useLocation();
  return () => !router || router.state.location.pathname === pathname;
}

export function useCloseDialog(): () => void {
  const navigate = useNavigate();
  const isHere = useIsHere();
  const { search, state } = useLocation() as { search: string; state: unknown };
  return () => {
    if (!isHere()) return;
    if (openedFromPage(state)) void navigate(-1);
    // The dialog was opened by its address alone, so there is no page to go back to.
    else void navigate({ pathname: '..', search }, { replace: true });
  };
}

/** Returns the record id of the address, or undefined if it is not a valid id. */
export function useRecordId(): number | undefined {
  const { id = '' } = useParams();
  return /^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id)) ? Number(id) : undefined;
}

/** Returns the resource whose page the dialog belongs to. */
export function useResource(): Resource<ResourceRecord> {
  return useOutletContext();
}

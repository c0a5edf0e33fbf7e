// The page of every statistic: which one it is, its address says.
import { useLocation } from 'react-router';
import { PAGES } from './all';

export function Component() {
  const { pathname } = useLocation();
  return PAGES.get(pathname);
}

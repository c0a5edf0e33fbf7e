// The page of every statistic. Its address determines which one.
import { useLocation } from 'react-router';
import { PAGES } from './all';

export function Component() {
  const { pathname } = useLocation();
  return PAGES.get(pathname);
}

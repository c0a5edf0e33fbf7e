// Every page of the console for the router: home, the screens of the features, and what answers every other address.
import { matchRoutes, type RouteObject } from 'react-router';
import { routesOf } from '~/kernel/screen/screen';
import { HomePage } from './home-page';
import { NOT_FOUND } from './not-found-route';
import { SCREENS } from './screens';

export const PAGES: RouteObject[] = [
  { index: true, Component: HomePage },
  { path: 'dashboard', Component: HomePage },
  ...SCREENS.flatMap(routesOf),
  { path: '*', id: NOT_FOUND, lazy: () => import('./not-found-page') },
];

/** The address of the page that an address belongs to: that of its dialogs is the page's own. */
export function pageAt(address: { pathname: string }): string {
  return matchRoutes(PAGES, address)?.[0]?.pathname ?? address.pathname;
}

// The routes of the console: home, the screens of the features, and the fallback for other
// addresses.
import { matchRoutes, type RouteObject } from 'react-router';
import { loadTexts } from '~/kernel/i18n/i18n';
import {
  OWN_PRINT_PATH,
  PRINT_PATH,
  REPORT_PRINT_PATH,
  SURVEY_PRINT_PATH,
} from '~/kernel/screen/known-paths';
import { routesOf, type ScreenHandle } from '~/kernel/screen/screen';
import { HomePage, loadHome } from './home-page';
import { NOT_FOUND, OWN_PRINT, PRINT, SURVEY_PRINT } from './not-found-route';
import { SCREENS } from './screens';

const HOME = { Component: HomePage, loader: loadHome };

export const PAGES: RouteObject[] = [
  { ...HOME, id: 'home', index: true },
  { ...HOME, id: 'dashboard', path: 'dashboard' },
  ...SCREENS.flatMap(routesOf).map(withTexts),
  withTexts({
    path: PRINT_PATH.slice(1),
    id: PRINT,
    lazy: () => import('./print-page'),
    handle: { area: 'measurement' } satisfies ScreenHandle,
  }),
  withTexts({
    path: SURVEY_PRINT_PATH.slice(1),
    id: SURVEY_PRINT,
    lazy: () => import('./print-page'),
    handle: { area: 'measurement' } satisfies ScreenHandle,
  }),
  withTexts({
    path: OWN_PRINT_PATH.slice(1),
    id: OWN_PRINT,
    lazy: () => import('./own-print-page'),
    handle: { area: ['users', 'measurement'] } satisfies ScreenHandle,
  }),
  withTexts({
    path: REPORT_PRINT_PATH.slice(1),
    lazy: () => import('./report-print-page'),
    handle: { area: ['measurement', 'reports'] } satisfies ScreenHandle,
  }),
  { path: '*', id: NOT_FOUND, lazy: () => import('./not-found-page') },
];

/** A console that starts at home renders its frame at once, while home loads its code. */
export const DRAWN_AT_ONCE = { loaderData: { home: null, dashboard: null } };

/** Loads the texts of a page or dialog in parallel with its code. */
function withTexts(route: RouteObject): RouteObject {
  const { area } = (route.handle ?? {}) as ScreenHandle;
  const children = route.children?.map(withTexts);
  return {
    ...route,
    ...(children && { children }),
    ...(area && {
      loader: () => Promise.all([area].flat().map(loadTexts)).then(() => null),
      shouldRevalidate: () => false,
    }),
  } as RouteObject;
}

/** Returns the address of the page that an address belongs to. Dialogs belong to their page. */
export function pageAt(address: { pathname: string }): string {
  return matchRoutes(PAGES, address)?.[0]?.pathname ?? address.pathname;
}

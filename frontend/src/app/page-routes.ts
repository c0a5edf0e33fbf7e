// Every page of the console for the router: home, the screens of the features, and what answers every other address.
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

/** A console that begins at home draws its frame at once, and home itself waits for its code. */
export const DRAWN_AT_ONCE = { loaderData: { home: null, dashboard: null } };

/** Whoever opens a page or a dialog has its texts with its code. */
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

/** The address of the page that an address belongs to: that of its dialogs is the page's own. */
export function pageAt(address: { pathname: string }): string {
  return matchRoutes(PAGES, address)?.[0]?.pathname ?? address.pathname;
}

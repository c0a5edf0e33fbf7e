// The pages that stand outside the console's frame, the same for visitors and for who is signed in.
import type { RouteObject } from 'react-router';
import { PRIVACY_PAGE } from '~/kernel/page/privacy-page';

export const PUBLIC_PAGES: RouteObject[] = [
  { path: PRIVACY_PAGE, lazy: () => import('~/features/terms/privacy-page') },
];

// Every page of the console and the file it lives in; a page's code is loaded when it is first opened.
import { matchRoutes, type RouteObject } from 'react-router';
import { HomePage } from './home-page';
import { NOT_FOUND } from './not-found-route';

/** The dialogs of a resource are its child routes: a link opens them and Back closes them. */
const DIALOGS: RouteObject[] = [
  { path: 'new', lazy: () => import('~/kernel/resource/create-dialog') },
  { path: ':id', lazy: () => import('~/kernel/resource/detail-dialog') },
  { path: ':id/edit', lazy: () => import('~/kernel/resource/edit-dialog') },
];

export const PAGES: RouteObject[] = [
  { index: true, Component: HomePage },
  { path: 'dashboard', Component: HomePage },
  { path: 'account_settings', lazy: () => import('~/features/account/account-settings-page') },
  {
    path: 'company_management/vendor_management',
    lazy: () => import('~/features/companies/vendor-page'),
    children: DIALOGS,
  },
  {
    path: 'company_management/dealer_management',
    lazy: () => import('~/features/companies/dealer-page'),
    children: DIALOGS,
  },
  {
    path: 'company_management/retailer_management',
    lazy: () => import('~/features/companies/retailer-page'),
    children: DIALOGS,
  },
  {
    path: 'member_management/company_member_management',
    lazy: () => import('~/features/members/member-list-page'),
    children: [
      { path: 'new', lazy: () => import('~/kernel/resource/create-dialog') },
      { path: 'import', lazy: () => import('~/features/members/import-dialog') },
    ],
  },
  {
    path: 'member_management/company_member_management/:id',
    lazy: () => import('~/features/members/member-page'),
    // Features do not know each other: here a member's measurements come below the member.
    children: [
      {
        path: '',
        lazy: () => import('~/features/physical-measurements/measurements-of-member'),
        children: [{ path: 'edit', lazy: () => import('~/kernel/resource/edit-dialog') }],
      },
    ],
  },
  {
    path: 'history/physical_test_result_history',
    lazy: () => import('~/features/physical-measurements/measurement-list-page'),
    children: [{ path: ':id', lazy: () => import('~/kernel/resource/detail-dialog') }],
  },
  {
    path: 'system_management/board_management',
    lazy: () => import('~/features/admin-boards/board-list-page'),
    children: DIALOGS,
  },
  {
    path: 'system_management/terms_management',
    lazy: () => import('~/features/terms/terms-list-page'),
    children: DIALOGS,
  },
  {
    path: 'users/me',
    lazy: () => import('~/features/users/me-page'),
    children: [
      { path: 'edit', lazy: () => import('~/features/users/profile-edit-dialog') },
      { path: 'password', lazy: () => import('~/features/account/password-dialog') },
    ],
  },
  { path: 'users/measurements/stress', lazy: () => import('~/features/users/stress-page') },
  { path: 'users/measurements/physical', lazy: () => import('~/features/users/physical-page') },
  { path: 'users/measurements/vision', lazy: () => import('~/features/users/vision-page') },
  { path: 'users/usage_histories/content', lazy: () => import('~/features/users/content-page') },
  { path: 'users/board/concern', lazy: () => import('~/features/users/concern-page') },
  {
    path: 'users/training/participation',
    lazy: () => import('~/features/users/participation-page'),
  },
  { path: 'users/survey/survey', lazy: () => import('~/features/users/survey-page') },
  { path: '*', id: NOT_FOUND, lazy: () => import('./not-found-page') },
];

/** The address of the page that an address belongs to: that of its dialogs is the page's own. */
export function pageAt(address: { pathname: string }): string {
  return matchRoutes(PAGES, address)?.[0]?.pathname ?? address.pathname;
}

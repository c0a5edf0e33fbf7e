// The screens of companies, one for each tier.
import { BIN_DIALOG, CREATE_DIALOG, EDIT_DIALOG_OF_PAGE } from '~/kernel/screen/dialogs';
import type { Screen } from '~/kernel/screen/screen';
import { CompanyIcon } from '~/ui/icons';

const DIALOGS = [CREATE_DIALOG, BIN_DIALOG];
/** The page of a company, on the screen of its tier. */
const RECORD: Screen['record'] = {
  page: () => import('./company-page'),
  dialogs: [
    EDIT_DIALOG_OF_PAGE,
    { path: 'division', lazy: () => import('./division-dialog') },
    { path: 'deleted-divisions', lazy: () => import('./division-bin-dialog'), area: 'forms' },
    { path: 'upgrade', lazy: () => import('./upgrade-dialog') },
    { path: 'credential', lazy: () => import('./issue-credential-dialog') },
  ],
};

export const VENDORS: Screen = {
  path: '/company_management/vendor_management',
  title: 'company.vendors',
  icon: CompanyIcon,
  page: () => import('./vendor-page'),
  area: 'companies',
  dialogs: DIALOGS,
  record: RECORD,
  texts: {
    create: 'company.createVendor',
    edit: 'company.editVendor',
    remove: 'company.removeVendor',
  },
  figure: { name: 'vendors', label: 'company.vendors' },
};

export const DEALERS: Screen = {
  path: '/company_management/dealer_management',
  title: 'company.dealers',
  icon: CompanyIcon,
  page: () => import('./dealer-page'),
  area: 'companies',
  dialogs: DIALOGS,
  record: RECORD,
  texts: {
    create: 'company.createDealer',
    edit: 'company.editDealer',
    remove: 'company.removeDealer',
  },
  figure: { name: 'dealers', label: 'company.dealers' },
};

export const RETAILERS: Screen = {
  path: '/company_management/retailer_management',
  title: 'company.retailers',
  icon: CompanyIcon,
  page: () => import('./retailer-page'),
  area: 'companies',
  dialogs: DIALOGS,
  record: RECORD,
  texts: {
    create: 'company.createRetailer',
    edit: 'company.editRetailer',
    remove: 'company.removeRetailer',
  },
  figure: { name: 'retailers', label: 'company.retailers' },
};

// The screens of companies, one for each tier.
import { RECORD_DIALOGS_WITH_BIN } from '~/kernel/screen/dialogs';
import type { Screen } from '~/kernel/screen/screen';
import { CompanyIcon } from '~/ui/icons';

export const VENDORS: Screen = {
  path: '/company_management/vendor_management',
  title: 'company.vendors',
  icon: CompanyIcon,
  page: () => import('./vendor-page'),
  dialogs: RECORD_DIALOGS_WITH_BIN,
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
  dialogs: RECORD_DIALOGS_WITH_BIN,
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
  dialogs: RECORD_DIALOGS_WITH_BIN,
  texts: {
    create: 'company.createRetailer',
    edit: 'company.editRetailer',
    remove: 'company.removeRetailer',
  },
  figure: { name: 'retailers', label: 'company.retailers' },
};

import { describe, expect, it } from 'vitest';
import { pageAt } from './page-routes';

const MEMBERS = '/member_management/company_member_management';

describe('the page of an address', () => {
  it.each([
    ['/', '/'],
    ['/dashboard', '/dashboard'],
    ['/company_management/vendor_management/new', '/company_management/vendor_management'],
    ['/account_management/manager_account/3/edit', '/account_management/manager_account'],
    [MEMBERS, MEMBERS],
    [`${MEMBERS}/import`, MEMBERS],
    // A member has its own page, which dialogs open over.
    [`${MEMBERS}/5`, `${MEMBERS}/5`],
    [`${MEMBERS}/5/edit`, `${MEMBERS}/5`],
    ['/no/such/page', '/no/such/page'],
  ])('%s is %s', (pathname, page) => {
    expect(pageAt({ pathname })).toBe(page);
  });
});

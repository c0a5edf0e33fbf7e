// Addresses that others than their own feature lead to.
export const MEMBERS_PATH = '/member_management/company_member_management';

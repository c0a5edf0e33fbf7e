// The address of the public privacy policy. The page is outside the routers, so links to it load
// the document.
export const PRIVACY_PAGE = '/personalInformationProtection';

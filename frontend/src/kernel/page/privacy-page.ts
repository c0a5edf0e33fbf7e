// Where everybody may read how personal data are handled. The page stands outside the routers: links to it load it.
export const PRIVACY_PAGE = '/personalInformationProtection';

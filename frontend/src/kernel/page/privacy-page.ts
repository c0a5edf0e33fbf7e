// Where everybody may read how personal data are handled; links to it stand in several places.
export const PRIVACY_PAGE = '/personalInformationProtection';

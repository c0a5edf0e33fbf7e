// What the links of a member are kept under.
export const linksKey = (memberId: number) => ['members', 'links', memberId];
/** Not below the members: what is written down with each search is not sought again by itself. */
export const candidatesKey = (memberId: number) => ['link-candidates', memberId];

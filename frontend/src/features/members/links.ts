// Query keys of a member's links.
export const linksKey = (memberId: number) => ['members', 'links', memberId];
/** Not below the members' key: a search is logged, so it must not be refetched automatically. */
export const candidatesKey = (memberId: number) => ['link-candidates', memberId];

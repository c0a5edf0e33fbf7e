// The page that opens measurements by a link sent to a person. It is outside the routers and the
// same for everybody. The token is in the fragment after `#`, which browsers send to no server.
export const REPORT_PAGE = '/reports';

/** Returns the link of a token on this console. */
export function reportLink(token: string): string {
  return `${window.location.origin}${REPORT_PAGE}#${token}`;
}

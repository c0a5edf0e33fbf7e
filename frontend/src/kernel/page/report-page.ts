// Where a person opens measurements by a link that was sent. The page stands outside the routers and is the same for
// everybody; what opens it stands behind the `#`, which browsers send to no server.
export const REPORT_PAGE = '/reports';

/** The link of a token, on this console. */
export function reportLink(token: string): string {
  return `${window.location.origin}${REPORT_PAGE}#${token}`;
}

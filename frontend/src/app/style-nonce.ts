// The number that the server put into this answer of the page: styles made at run time have to carry it.
export function styleNonce(): string {
  return document.querySelector('meta[property="csp-nonce"]')?.getAttribute('content') ?? '';
}

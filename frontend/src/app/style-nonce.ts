// Returns the CSP nonce of this page, which styles created at run time must carry.
export function styleNonce(): string {
  return document.querySelector('meta[property="csp-nonce"]')?.getAttribute('content') ?? '';
}

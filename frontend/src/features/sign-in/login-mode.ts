// Who the login page is for. Staff sign in as managers; members will sign in as users.
export type LoginMode = 'MANAGER' | 'USER';

/** An address with "cms" is for managers, one with "user" and not "cms" for users; any other for managers. */
export function loginModeOf(host: string): LoginMode {
  return host.includes('user') && !host.includes('cms') ? 'USER' : 'MANAGER';
}

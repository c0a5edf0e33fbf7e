// The audience of the login page. Staff sign in as managers, members as users.
export type LoginMode = 'MANAGER' | 'USER';

/**
 * A host with "cms" is for managers, one with "user" but not "cms" for users, any other for
 * managers.
 */
export function loginModeOf(host: string): LoginMode {
  return host.includes('user') && !host.includes('cms') ? 'USER' : 'MANAGER';
}

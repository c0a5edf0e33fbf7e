// The user's permissions on a screen. The rule is the server's, applied here to the user's menu.
import { accessOf } from '~/domain/access';
import { useMe } from '~/kernel/session/account';
import { useAuthority } from '~/kernel/session/session';

export interface Access {
  read: boolean;
  create: boolean;
  update: boolean;
  delete: boolean;
}

export function useAccess(path: string): Access {
  const authority = useAuthority();
  const me = useMe();
  return accessOf(path, me.data?.permissionGroup.allowedMenuItems ?? [], authority);
}

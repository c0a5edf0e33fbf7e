// What the caller may do on a screen: the rule is the server's own, run here on the caller's menu.
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

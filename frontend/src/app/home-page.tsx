// The first page: one for staff, another for members.
import { lazy, Suspense } from 'react';
import { MEMBER, useAuthority } from '~/kernel/session/session';
import { PagePlaceholder } from './page-placeholder';

const StaffHome = lazy(async () => ({
  default: (await import('~/features/home/home-page')).Component,
}));
const MemberHome = lazy(() => import('~/features/users/member-home-page'));

export function Component() {
  const Page = useAuthority() === MEMBER ? MemberHome : StaffHome;
  return (
    <Suspense fallback={<PagePlaceholder />}>
      <Page />
    </Suspense>
  );
}

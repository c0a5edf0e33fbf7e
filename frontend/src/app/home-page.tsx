// The first page: one for staff, another for members.
import { lazyPart } from '~/kernel/code/lazy-part';
import { MEMBER, useAuthority } from '~/kernel/session/session';
import { PagePlaceholder } from './page-placeholder';

const looks = { loading: <PagePlaceholder /> };
const StaffHome = lazyPart(
  async () => ({ default: (await import('~/features/home/home-page')).Component }),
  looks,
);
const MemberHome = lazyPart(() => import('~/features/users/member-home-page'), looks);

export function HomePage() {
  const Page = useAuthority() === MEMBER ? MemberHome : StaffHome;
  return <Page />;
}

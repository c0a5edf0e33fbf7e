// The home page, with one variant for staff and one for members.
import { authority } from '~/domain/session';
import { lazyPart } from '~/kernel/code/lazy-part';
import { withTexts } from '~/kernel/i18n/i18n';
import { MEMBER, useAuthority } from '~/kernel/session/session';
import { PagePlaceholder } from './page-placeholder';
import { SCREENS } from './screens';

const looks = { loading: <PagePlaceholder /> };
const StaffHome = lazyPart(() => import('~/features/home/home-page'), looks);
const MemberHome = lazyPart(
  () => withTexts('measurement', withTexts('users', import('~/features/users/member-home-page'))),
  looks,
);

export function HomePage() {
  return useAuthority() === MEMBER ? <MemberHome /> : <StaffHome screens={SCREENS} />;
}

/** On navigation, the previous page stays until this one can be rendered. */
export async function loadHome(): Promise<null> {
  await (authority() === MEMBER ? MemberHome : StaffHome).load();
  return null;
}

// The member's own profile, which the member can change. Its dialogs are child routes.
import '@mantine/core/styles/Avatar.css';
import { Avatar, Button, Skeleton, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { Outlet } from 'react-router';
import { Appearance } from '~/kernel/appearance/appearance';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDate } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { OwnSessions } from '~/kernel/session/own-sessions';
import { EditIcon, PasswordIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { ConsentsCard } from './consents-card';
import { Facts, type Fact } from './facts';
import { LevelCard } from './level-card';
import { LinksCard } from './links-card';
import classes from './me-page.module.css';
import { useOwnProfile, type Profile } from './own-profile';
import { ME } from './screens';
import { TrackingCard } from './tracking-card';
import { WithdrawButton } from './withdraw-button';

export function Component() {
  const t = useText();
  const profile = useOwnProfile();
  usePageTitle(t(ME.title));
  return (
    <div className={classes.page}>
      {profile.isPending && (
        <>
          <Title order={1} size="h3" mb="md">
            {t(ME.title)}
          </Title>
          <Skeleton height={320} radius={12} />
        </>
      )}
      {profile.isError && <QueryError error={profile.error} retry={() => void profile.refetch()} />}
      {profile.data && <Me profile={profile.data} />}
      <Outlet />
    </div>
  );
}

function Me({ profile }: { profile: Profile }) {
  const t = useText();
  return (
    <>
      <header className={classes.who}>
        <Avatar size={64} radius="xl" color="teal" variant="light" aria-hidden>
          {initialsOf(profile.name)}
        </Avatar>
        <div className={classes.name}>
          <Title order={1} size="h2">
            {profile.name}
          </Title>
          <p>{inShort(profile, t)}</p>
        </div>
      </header>
      <div className={classes.cards}>
        <Card
          title={t('me.profile')}
          action={
            <Button
              component={Link}
              to="edit"
              state={DIALOG_STATE}
              variant="light"
              size="compact-md"
              leftSection={<EditIcon size={15} stroke={1.6} aria-hidden />}
            >
              {t('action.edit')}
            </Button>
          }
        >
          <Facts facts={personalFacts(profile, t)} />
        </Card>
        <Card title={t('me.level')}>
          <LevelCard profile={profile} />
        </Card>
        <Card title={t('me.company')}>
          <LinksCard />
        </Card>
        <Card title={t('consent.title')}>
          <ConsentsCard />
        </Card>
        <Card title={t('me.tracking')}>
          <TrackingCard profile={profile} />
        </Card>
        <Card
          title={t('me.account')}
          action={
            <Button
              component={Link}
              to="password"
              state={DIALOG_STATE}
              variant="light"
              size="compact-md"
              leftSection={<PasswordIcon size={15} stroke={1.6} aria-hidden />}
            >
              {t('account.changePassword')}
            </Button>
          }
        >
          <Facts
            facts={[
              { name: t('account.loginId'), value: profile.loginId },
              { name: t('me.since'), value: formatDate(profile.createdAt) },
            ]}
          />
          <WithdrawButton />
        </Card>
        <Card title={t('staff.sessions')}>
          <OwnSessions />
        </Card>
        <Card title={t('account.appearance')}>
          <Appearance />
        </Card>
      </div>
    </>
  );
}

type Text = ReturnType<typeof useText>;

function inShort({ age, sex }: Profile, t: Text): string {
  const parts = [
    sex === null ? undefined : textIfKnown(`sex.${sex}`),
    age === null ? undefined : t('measurement.atAge', { age }),
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

function personalFacts(
  { name, birthDate, sex, phoneNumber, email, address }: Profile,
  t: Text,
): Fact[] {
  return [
    { name: t('member.name'), value: name },
    { name: t('member.birthDate'), value: birthDate },
    { name: t('member.sex'), value: sex === null ? null : (textIfKnown(`sex.${sex}`) ?? sex) },
    { name: t('member.phone'), value: phoneNumber },
    { name: t('member.email'), value: email, wide: true },
    { name: t('member.address'), value: address, wide: true },
  ];
}

/** One letter for names without spaces, otherwise the initials of two words. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return words
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0x20))
    .join('')
    .toUpperCase();
}

interface CardProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

function Card({ title, action, children }: CardProps) {
  const heading = useId();
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <div className={classes.head}>
        <Title order={2} size="h4" id={heading}>
          {title}
        </Title>
        {action}
      </div>
      {children}
    </section>
  );
}

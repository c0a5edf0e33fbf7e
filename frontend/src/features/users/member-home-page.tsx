// The home page of a member: the latest values, and links to all other pages.
import { Anchor, Skeleton, Title } from '@mantine/core';
import { today } from '~/domain/time';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDay, formatLongDate } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { nameOf, useMe } from '~/kernel/session/account';
import { Link } from '~/ui/link';
import { LatestValues } from './latest-values';
import classes from './member-home-page.module.css';
import page from './member-page.module.css';
import { NoMeasurements } from './no-measurements';
import { useLatestMeasurements } from './own-measurements';
import { useIsOffered } from './own-records';
import { MEMBER_SCREENS, OWN_PHYSICAL } from './screens';
import { WaitingLinks } from './waiting-links';

export default function MemberHomePage() {
  const t = useText();
  const me = useMe();
  const isOffered = useIsOffered();
  usePageTitle(t('memberPage.home'));
  return (
    <div className={page.page}>
      <header className={classes.greeting}>
        <p>{formatLongDate(today())}</p>
        <Title order={1} size="h2">
          {me.data ? t('memberPage.greeting', { name: nameOf(me.data) }) : t('memberPage.home')}
        </Title>
      </header>
      <WaitingLinks />
      <LatestSection />
      <section className={page.section} aria-labelledby="ways">
        <Title order={2} size="h4" mb="sm" id="ways">
          {t('memberPage.more')}
        </Title>
        <ul className={classes.ways}>
          {MEMBER_SCREENS.filter(({ path }) => isOffered(path)).map(
            ({ path, title, icon: Shape }) => (
              <li key={path}>
                <Link to={path}>
                  <Shape size={22} stroke={1.6} aria-hidden />
                  <span>{t(title)}</span>
                </Link>
              </li>
            ),
          )}
        </ul>
      </section>
    </div>
  );
}

function LatestSection() {
  const t = useText();
  const latest = useLatestMeasurements();
  const newest = latest.data?.[0];
  return (
    <section aria-labelledby="latest">
      <div className={page.sectionHead}>
        <div>
          <Title order={2} size="h4" id="latest">
            {t('ownMeasurement.latest')}
          </Title>
          {newest && (
            <p className={classes.when}>
              {t('ownMeasurement.measuredOn', { date: formatDay(newest.measuredAt, today()) })}
            </p>
          )}
        </div>
        {newest && (
          <Anchor component={Link} to={OWN_PHYSICAL.path} fw={600}>
            {t('memberPage.seeChanges')}
          </Anchor>
        )}
      </div>
      {latest.isPending && <Skeleton height={132} radius={12} />}
      {latest.isError && <QueryError error={latest.error} retry={() => void latest.refetch()} />}
      {latest.data && (newest ? <LatestValues measurements={latest.data} /> : <NoMeasurements />)}
    </section>
  );
}

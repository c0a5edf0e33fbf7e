// The staff home page: the totals of everything below the user's company, and cards of current
// data.
import { Skeleton } from '@mantine/core';
import type { Answer } from '~/domain/client';
import { today, weekOf } from '~/domain/time';
import { useAccess } from '~/kernel/access/access';
import { QueryError } from '~/kernel/errors/query-error';
import { formatChange, formatDateWithWeekday, formatNumber } from '~/kernel/i18n/format';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { formatWeek } from '~/kernel/i18n/week';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { useMe, type Me } from '~/kernel/session/account';
import type { Screen } from '~/kernel/screen/screen';
import { useCountedWords } from '~/kernel/i18n/counted-words';
import { Dotted } from '~/ui/dotted';
import { Link } from '~/ui/link';
import { PageHeader } from '~/ui/page-header';
import { Dashboard, DashboardActions } from './dashboard';
import { countedOf, useDashboard, useOfService } from './figures';
import { useUntoldWords } from './untold-words';
import classes from './home-page.module.css';

type Overview = Answer<'GetDashboard'>['overview'];
type Value = NonNullable<Overview[keyof Overview]>;

interface Figure {
  screen: Screen;
  name: keyof Overview;
  label: MessageKey;
}

/** Returns a day and its week, each isolated from the text direction of the other. */
function dayAndWeek(day: string): string[] {
  const week = weekOf(day);
  return [formatDateWithWeekday(day), ...(week ? [formatWeek(week)] : [])];
}

/** The company tiers that each role looks after: those below its own. */
const MANAGED_TIERS: Partial<Record<Me['role'], readonly Figure['name'][]>> = {
  ADMIN: ['vendors', 'dealers', 'retailers'],
  VENDOR: ['dealers', 'retailers'],
  DEALER: ['retailers'],
};
const OF_EVERYBODY: readonly Figure['name'][] = ['members', 'measurements'];

/** Each figure belongs to a screen, which declares it. */
export default function HomePage({ screens }: { screens: readonly Screen[] }) {
  const t = useText();
  const me = useMe().data;
  const own = [...((me && MANAGED_TIERS[me.role]) ?? []), ...OF_EVERYBODY];
  const figures = screens.flatMap(({ figure, ...screen }) =>
    figure && own.includes(figure.name) ? [{ ...figure, screen }] : [],
  );
  usePageTitle(t('home.title'));
  const overview = useDashboard((dashboard) => dashboard.overview);
  return (
    <>
      <PageHeader
        title={t('home.title')}
        description={<Dotted parts={[me?.companyName, ...dayAndWeek(today())]} />}
        actions={<DashboardActions />}
      />
      {overview.isError ? (
        <QueryError error={overview.error} retry={() => void overview.refetch()} />
      ) : (
        <div className={classes.figures}>
          {figures.map((figure) => {
            const value = overview.data?.[figure.name];
            // Of measurements that the user may not read, nothing is told.
            return value !== null && <FigureCard key={figure.name} figure={figure} value={value} />;
          })}
        </div>
      )}
      <Dashboard screens={screens} />
      <CountedNote />
    </>
  );
}

/** The time up to which the statistics in the cards were counted, and what is not in the figures. */
function CountedNote() {
  const dashboard = useDashboard((all) => all).data;
  const countedWords = useCountedWords();
  const untoldWords = useUntoldWords();
  if (!dashboard) return null;
  const counted = countedOf(dashboard);
  const parts = [
    ...(counted ? countedWords(counted) : []),
    ...untoldWords(dashboard.isRounded, { categories: dashboard.leftOut, graded: [] }),
  ].filter((part) => part !== undefined);
  return (
    parts.length > 0 && (
      <p className={classes.note}>
        <Dotted parts={parts} />
      </p>
    )
  );
}

function FigureCard({ figure, value }: { figure: Figure; value: Value | undefined }) {
  const t = useText();
  const access = useAccess(figure.screen.path);
  const ofService = useOfService();
  const Shape = figure.screen.icon;
  const content = (
    <>
      <div className={classes.label}>
        <Shape size={17} stroke={1.6} aria-hidden />
        <span>{t(figure.label)}</span>
      </div>
      {value === undefined ? (
        <Skeleton height={28} width={72} />
      ) : (
        <div className={classes.counted}>
          <span className={classes.value}>{formatNumber(value.count)}</span>
          {value.added !== null && (
            <small className={classes.added}>
              {t('home.period')} <b>{formatChange(value.added, 0)}</b>
            </small>
          )}
        </div>
      )}
    </>
  );
  // A figure links to its list if the user may read that.
  return access.read ? (
    <Link to={ofService(figure.screen.path)} className={classes.card} data-link>
      {content}
    </Link>
  ) : (
    <div className={classes.card}>{content}</div>
  );
}

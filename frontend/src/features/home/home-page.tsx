// The first page: the figures of what the caller looks after, which is what stands below the own company, and cards of
// what happens there.
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
import classes from './home-page.module.css';

type Overview = Answer<'GetDashboard'>['overview'];
type Value = Overview[keyof Overview];

interface Figure {
  screen: Screen;
  name: keyof Overview;
  label: MessageKey;
}

/** A day and its week, each with its own direction. */
function dayAndWeek(day: string): string[] {
  const week = weekOf(day);
  return [formatDateWithWeekday(day), ...(week ? [formatWeek(week)] : [])];
}

/** Who looks after which companies: those of the tiers below the own one. */
const LOOKED_AFTER: Partial<Record<Me['role'], readonly Figure['name'][]>> = {
  ADMIN: ['vendors', 'dealers', 'retailers'],
  VENDOR: ['dealers', 'retailers'],
  DEALER: ['retailers'],
};
const OF_EVERYBODY: readonly Figure['name'][] = ['members', 'measurements'];

/** Each figure is of a screen, which says so. */
export default function HomePage({ screens }: { screens: readonly Screen[] }) {
  const t = useText();
  const me = useMe().data;
  const own = [...((me && LOOKED_AFTER[me.role]) ?? []), ...OF_EVERYBODY];
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
          {figures.map((figure) => (
            <FigureCard key={figure.name} figure={figure} value={overview.data?.[figure.name]} />
          ))}
        </div>
      )}
      <Dashboard screens={screens} />
      <CountedNote />
    </>
  );
}

/** Until when the statistics in the cards were counted. */
function CountedNote() {
  const counted = useDashboard(countedOf).data;
  const countedWords = useCountedWords();
  return (
    counted && (
      <p className={classes.note}>
        <Dotted parts={countedWords(counted)} />
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
  // A figure leads to its list, for whoever may see that.
  return access.read ? (
    <Link to={ofService(figure.screen.path)} className={classes.card} data-link>
      {content}
    </Link>
  ) : (
    <div className={classes.card}>{content}</div>
  );
}

// The contents of the cards on the home page. Bars are plain elements, and a table or text has the
// same content.
import { ActionIcon, Anchor, Button, Skeleton, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import type { Answer } from '~/domain/client';
import { today } from '~/domain/time';
import { useAccess } from '~/kernel/access/access';
import { useAnnouncements } from '~/kernel/announcements/announcements';
import { QueryError } from '~/kernel/errors/query-error';
import { SCALES, toneOf } from '~/kernel/grade/grade-scales';
import { formatChange, formatDate, formatDay, formatNumber } from '~/kernel/i18n/format';
import { textIfKnown, useText, type MessageKey } from '~/kernel/i18n/i18n';
import { UserText } from '~/kernel/i18n/user-text';
import { JobCard } from '~/kernel/jobs/job-card';
import { useRecentJobs } from '~/kernel/jobs/jobs';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { STATISTICS_PATHS } from '~/kernel/screen/known-paths';
import type { Screen } from '~/kernel/screen/screen';
import { ALL_SERVICES_ID, selectedServiceAtom } from '~/kernel/session/selected-service';
import { JobsIcon, PlusIcon } from '~/ui/icons';
import { Dotted } from '~/ui/dotted';
import { Link } from '~/ui/link';
import { StateMessage } from '~/ui/state-message';
import { Tip } from '~/ui/tip';
import { useDashboard, useOfService } from './figures';
import { useUntoldWords } from './untold-words';
import tones from '~/ui/tone-fill.module.css';
import classes from './dashboard.module.css';

/** A suppressed number is a dash with an explanation. */
type Figure = number | null;
type Row = Answer<'GetAttentionStatistics'>['rows'][number];

/** From the highest tier down. */
export const TIERS = ['vendors', 'dealers', 'retailers'] as const;

const MAX_ROWS = 8;
const MAX_ANNOUNCEMENTS = 5;
const MAX_JOBS = 4;

interface LoadedProps<A> {
  /** Null if the user may not read it. */
  query: UseQueryResult<A | null>;
  isEmpty: (answer: A) => boolean;
  /** The text of the empty card. */
  nothing?: MessageKey;
  children: (answer: A) => ReactNode;
}

function Loaded<A>({ query, isEmpty, nothing = 'home.nothing', children }: LoadedProps<A>) {
  const t = useText();
  if (query.isError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined) return <Skeleton height={120} />;
  if (query.data === null || isEmpty(query.data)) {
    return <Text c="dimmed">{t(nothing)}</Text>;
  }
  return children(query.data);
}

function FigureText({ value }: { value: Figure }) {
  const t = useText();
  if (value !== null) return formatNumber(value);
  return (
    <span title={t('home.absent')}>
      <span aria-hidden>–</span>
      <span className={classes.spoken}>{t('home.absent')}</span>
    </span>
  );
}

type FrameOf = Answer<'GetAttentionStatistics'>['frame'];

/** Says what a card does not tell: suppressed figures, exact ones, and what the user may not read. */
function HiddenNote({ frame: { hasHidden, isRounded, leftOut } }: { frame: FrameOf }) {
  const t = useText();
  const untoldWords = useUntoldWords();
  const notes = [
    hasHidden ? t('statistics.hasHidden') : undefined,
    ...untoldWords(isRounded, leftOut),
  ].filter((note) => note !== undefined);
  return (
    notes.length > 0 && (
      <small>
        <Dotted parts={notes} />
      </small>
    )
  );
}

interface FigureProps {
  label: MessageKey;
  now: Figure;
  before: Figure | undefined;
}

/** A figure with its change since the previous 30 days. */
function WithChange({ label, now, before }: FigureProps) {
  const t = useText();
  const change = now === null || before === null || before === undefined ? null : now - before;
  return (
    <div>
      <dt>{t(label)}</dt>
      <dd>
        <b>
          <FigureText value={now} />
        </b>
        {/* Zero in both periods needs no change next to the figure. */}
        {change !== null && (change !== 0 || now !== 0) && (
          <small>
            <span className={classes.spoken}>{t('home.change')} </span>
            {change === 0 ? t('home.same') : formatChange(change, 0)}
          </small>
        )}
      </dd>
    </div>
  );
}

export function TestsCard() {
  const t = useText();
  return (
    <Loaded
      query={useDashboard(({ tests }) => tests)}
      isEmpty={({ total }) => total.count.tests === 0}
    >
      {({ frame, total }) => {
        const most = Math.max(1, ...total.byBucket.map(({ tests }) => tests ?? 0));
        return (
          <>
            <dl className={classes.figures}>
              <WithChange
                label="home.tests"
                now={total.count.tests}
                before={total.previous?.tests}
              />
              <WithChange
                label="home.people"
                now={total.count.people}
                before={total.previous?.people}
              />
            </dl>
            <div className={classes.days} data-most={formatNumber(most)} aria-hidden>
              {frame.buckets.map(({ start }, place) => {
                // A suppressed value is a gap, not zero.
                const tests = total.byBucket[place]?.tests ?? null;
                return (
                  <i
                    key={start}
                    title={`${formatDay(start, today())} ${tests === null ? '–' : formatNumber(tests)}`}
                    style={{ height: `${String(((tests ?? 0) / most) * 100)}%` }}
                  />
                );
              })}
            </div>
            <div className={classes.ends} aria-hidden>
              <span>{formatDay(frame.period.start, today())}</span>
              <span>{formatDay(frame.period.end, today())}</span>
            </div>
            <HiddenNote frame={frame} />
            <div className={classes.spoken}>
              <table>
                <caption>{t('home.course')}</caption>
                <tbody>
                  {frame.buckets.map(({ start }, place) => (
                    <tr key={start}>
                      <th scope="row">{formatDay(start, today())}</th>
                      <td>
                        <FigureText value={total.byBucket[place]?.tests ?? null} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        );
      }}
    </Loaded>
  );
}

/** The name of an indicator, which leads to its people and grades. */
function IndicatorLink({ indicator }: { indicator: Row['indicator'] }) {
  const address = useOfService()(STATISTICS_PATHS.attention);
  return (
    <Anchor
      component={Link}
      to={`${address}${address.includes('?') ? '&' : '?'}indicator=${indicator}`}
      c="inherit"
      size="inherit"
    >
      {textIfKnown(`alerts.indicator.${indicator}`) ?? indicator}
    </Anchor>
  );
}

const nobodyGraded = ({ rows }: Answer<'GetAttentionStatistics'>) => rows.length === 0;

export function GradesCard() {
  return (
    <Loaded query={useDashboard(({ attention }) => attention)} isEmpty={nobodyGraded}>
      {({ rows, frame }) => (
        <>
          <ul className={classes.rows}>
            {rows.map((row) => (
              <Distribution key={row.indicator} row={row} />
            ))}
          </ul>
          <HiddenNote frame={frame} />
        </>
      )}
    </Loaded>
  );
}

function Distribution({ row: { indicator, grades, people: all } }: { row: Row }) {
  const t = useText();
  const gradeName = (grade: string) => textIfKnown(`grade.${SCALES[indicator]}.${grade}`) ?? grade;
  const told = grades.filter(({ people }) => people !== 0);
  // The share of all people, including those with suppressed grades: their part of the bar stays
  // empty.
  const shareOf = (people: Figure) => (all ? (people ?? 0) / all : 0);
  return (
    <li className={classes.distribution}>
      <IndicatorLink indicator={indicator} />
      {told.some(({ people }) => shareOf(people) > 0) ? (
        <div className={classes.parts} aria-hidden>
          {told.map(({ grade, people }) => (
            <i
              key={grade}
              className={tones.fill}
              data-tone={toneOf(SCALES[indicator], grade)}
              title={`${gradeName(grade)} ${people === null ? '–' : formatNumber(people)}`}
              style={{ width: `${String(shareOf(people) * 100)}%` }}
            />
          ))}
        </div>
      ) : (
        // An empty bar would look as if it were still loading.
        <small aria-hidden>{t('home.absent')}</small>
      )}
      {/* The same bar may stand for one person or for a thousand. */}
      {all !== null && <small className={classes.people}>{formatNumber(all)}</small>}
      <ul className={classes.spoken}>
        {told.map(({ grade, people }) => (
          <li key={grade}>
            {gradeName(grade)} <FigureText value={people} />
          </li>
        ))}
      </ul>
    </li>
  );
}

/**
 * The number of people who need attention, by indicator. Their names are loaded only on their
 * screen, because that access is logged.
 */
export function AttentionCard() {
  return (
    <Loaded query={useDashboard(({ attention }) => attention)} isEmpty={nobodyGraded}>
      {({ rows, frame }) => (
        <>
          <dl className={classes.list}>
            {[...rows]
              .sort((one, other) => (other.concerned ?? 0) - (one.concerned ?? 0))
              .map(({ indicator, concerned, previousConcerned }) => (
                <div key={indicator}>
                  <dt>
                    <IndicatorLink indicator={indicator} />
                  </dt>
                  <dd>
                    <FigureText value={concerned} />
                    {/* A second zero next to the figure would be read as another figure. */}
                    <small>
                      {concerned !== null &&
                        previousConcerned !== null &&
                        concerned !== previousConcerned &&
                        formatChange(concerned - previousConcerned, 0)}
                    </small>
                  </dd>
                </div>
              ))}
          </dl>
          <HiddenNote frame={frame} />
        </>
      )}
    </Loaded>
  );
}

export function CompaniesCard() {
  return (
    <Loaded
      query={useDashboard(({ companies }) => companies)}
      isEmpty={({ rows }) => rows.length === 0}
    >
      {({ rows, frame }) => {
        const most = Math.max(1, ...rows.map(({ count }) => count.tests ?? 0));
        return (
          <>
            <ol className={classes.rows}>
              {rows.slice(0, MAX_ROWS).map(({ companyId, companyName, count: { tests } }) => (
                <li key={companyId ?? 0} className={classes.ranked}>
                  <UserText text={companyName ?? ''} />
                  <span className={classes.track} aria-hidden>
                    <i style={{ width: `${String(((tests ?? 0) / most) * 100)}%` }} />
                  </span>
                  <b>
                    <FigureText value={tests} />
                  </b>
                </li>
              ))}
            </ol>
            <HiddenNote frame={frame} />
          </>
        );
      }}
    </Loaded>
  );
}

const MEMBER_FIGURES = [
  ['new', 'home.new'],
  ['cumulative', 'home.cumulative'],
  ['active', 'home.active'],
  ['withdrawn', 'home.withdrawn'],
] as const satisfies readonly (readonly [string, MessageKey])[];

export function MembersCard() {
  return (
    <Loaded query={useDashboard(({ members }) => members)} isEmpty={({ total }) => total === null}>
      {({ total, frame }) =>
        total && (
          <>
            <dl className={classes.figures}>
              {MEMBER_FIGURES.map(([name, label]) => (
                <WithChange
                  key={name}
                  label={label}
                  now={total.count[name]}
                  before={total.previous?.[name]}
                />
              ))}
            </dl>
            <HiddenNote frame={frame} />
          </>
        )
      }
    </Loaded>
  );
}

interface ShortcutsCardProps {
  daily: readonly Screen[];
  /** The screens for companies and accounts, in the order in which they depend on each other. */
  first: readonly Screen[];
}

/**
 * Shortcuts to the user's daily actions: creating records or, without that permission, reading
 * them. Until there is somebody to measure, it shows the first steps and which of them are done.
 * Without a retailer nothing else is possible.
 */
export function ShortcutsCard({ daily, first }: ShortcutsCardProps) {
  const t = useText();
  const isOfAll = useAtomValue(selectedServiceAtom) === ALL_SERVICES_ID;
  const overview = useDashboard((dashboard) => dashboard.overview).data;
  // A single service may have no members while others have some.
  const begins = overview && isOfAll && first.length > 0 && overview.members.count === 0;
  return (
    <>
      {begins && (
        <>
          <Text c="dimmed" mb="xs" id="begin">
            {t('home.begin')}
          </Text>
          <ol className={classes.shortcuts} aria-labelledby="begin">
            {first.map((screen, place) => (
              <Shortcut
                key={screen.path}
                screen={screen}
                place={place + 1}
                isDone={
                  screen.figure !== undefined && (overview[screen.figure.name]?.count ?? 0) > 0
                }
              />
            ))}
          </ol>
        </>
      )}
      {!(begins && overview.retailers.count === 0) && (
        <ul className={classes.shortcuts}>
          {daily.map((screen) => (
            <Shortcut key={screen.path} screen={screen} />
          ))}
        </ul>
      )}
    </>
  );
}

interface ShortcutProps {
  screen: Screen;
  /** Position in a sequence. */
  place?: number;
  /** Whether the step is done. */
  isDone?: boolean;
}

function Shortcut({
  screen: { path, title, icon: Shape, texts },
  place,
  isDone = false,
}: ShortcutProps) {
  const t = useText();
  const ofService = useOfService();
  const register = useAccess(path).create ? texts?.create : undefined;
  const list = ofService(path);
  const Icon = register ? PlusIcon : Shape;
  return (
    <li>
      <Button
        component={Link}
        to={register ? `${path}/new` : list}
        {...(register && { state: DIALOG_STATE })}
        variant="subtle"
        color="gray"
        c="inherit"
        fw={500}
        px={8}
        fullWidth
        justify="start"
        leftSection={
          isDone ? (
            // A character, because the icon would load the code of lists.
            <span className={classes.done} role="img" aria-label={t('job.state.SUCCEEDED')}>
              ✓
            </span>
          ) : place === undefined ? (
            <Icon size={17} stroke={1.6} aria-hidden />
          ) : (
            <span className={classes.place} aria-hidden>
              {formatNumber(place)}
            </span>
          )
        }
      >
        {t(register ?? title)}
      </Button>
      {register && (
        <Tip label={t(title)} delay={400}>
          <ActionIcon
            component={Link}
            to={list}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t(title)}
          >
            <Shape size={17} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tip>
      )}
    </li>
  );
}

/** Shares the query of the toasts, including announcements that were closed. */
export function AnnouncementsCard() {
  return (
    <Loaded
      query={useAnnouncements()}
      isEmpty={({ data }) => data.length === 0}
      nothing="announcement.none"
    >
      {({ data }) => (
        <ul className={classes.list}>
          {data.slice(0, MAX_ANNOUNCEMENTS).map(({ adminBoardId, name, createdAt }) => (
            <li key={adminBoardId}>
              <Anchor component={Link} to={`?announcement=${String(adminBoardId)}`} c="inherit">
                <UserText text={name} />
              </Anchor>
              <small>{formatDate(createdAt)}</small>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

/** The console's frame has already loaded the jobs. */
export function JobsCard() {
  const t = useText();
  const jobs = useRecentJobs();
  const started = jobs.data?.filter((job) => job.state !== 'PREVIEW').slice(0, MAX_JOBS) ?? [];
  if (jobs.isPending) return <Skeleton height={60} />;
  if (jobs.isError && !jobs.data)
    return <QueryError error={jobs.error} retry={() => void jobs.refetch()} />;
  if (started.length === 0) {
    return (
      <StateMessage icon={JobsIcon} title={t('job.none')}>
        {t('home.noJobsHint')}
      </StateMessage>
    );
  }
  return started.map((job) => (
    <div key={job.jobId} className={classes.job}>
      <JobCard job={job} />
    </div>
  ));
}

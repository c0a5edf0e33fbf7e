// People who need attention by an indicator, most serious first. It contains names and is logged,
// so it is loaded only on request.
import { Anchor, Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call, type Answer, type Query } from '~/domain/client';
import { lazyPart } from '~/kernel/code/lazy-part';
import { QueryError } from '~/kernel/errors/query-error';
import { gradeName, GradeBadge } from '~/kernel/grade/grade-badge';
import { SCALES } from '~/kernel/grade/grade-scales';
import { formatDateTime } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { NOTHING } from '~/kernel/field/nothing';
import { ExportMenu } from '~/kernel/resource/export-button';
import {
  HISTORY_PATHS,
  MEMBERS_PATH,
  ONLINE_USERS_PATH,
  REGULAR_USERS_PATH,
} from '~/kernel/screen/known-paths';
import { DataTable, type DataColumn } from '~/kernel/table/data-table';
import { Pager } from '~/kernel/table/pager';
import type { PastEndProps } from '~/kernel/table/past-end';
import { useDensity } from '~/kernel/table/table-preferences';
import { useListState } from '~/kernel/url/list-state';
import { EmptyIcon, MembersIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { StateMessage } from '~/ui/state-message';
import { Choice, useChosen } from './choice';
import type { StatisticQuery } from './filter';
import { indicatorName } from './indicators';
import { PEOPLE, place, useLeads } from './lists';
import classes from './page.module.css';

const PastEnd = lazyPart<PastEndProps>(() => import('~/kernel/table/past-end'));

type Row = Answer<'GetAttentionStatistics'>['rows'][number];
type Person = Answer<'ListPeopleWhoNeedAttention'>['data'][number];

export interface AttentionPeopleProps {
  query: StatisticQuery;
  row: Row;
}

const ANY = 'any';
const MAX_ROWS = 100;
const PEOPLE_SHOWN = ['statistics', 'people'];

export default function AttentionPeople({
  query,
  row: { indicator, grades },
}: AttentionPeopleProps) {
  const t = useText();
  const { state, change } = useListState();
  const section = useRef<HTMLElement>(null);
  const { hash, key } = useLocation();
  // A figure further up links here.
  useEffect(() => {
    if (hash === `#${PEOPLE}`) section.current?.scrollIntoView();
  }, [hash, key]);
  const scale = SCALES[indicator];
  const asked = state.filters.people?.[0] === 'true';
  const concerned = grades.filter(({ concern }) => concern !== 'NONE');
  const words = [ANY, ...concerned.map(({ grade }) => grade)];
  const grade = useChosen('grade', words);
  const filter = { ...personal(query), indicator, ...(grade !== ANY && { grade }) };
  const toggle = (
    <Button
      variant="default"
      leftSection={<MembersIcon size={16} stroke={1.6} aria-hidden />}
      aria-expanded={asked}
      onClick={() => {
        change({ people: asked ? undefined : 'true' }, { replace: true });
      }}
    >
      {t(asked ? 'statistics.hidePeople' : 'statistics.showPeople')}
    </Button>
  );
  return (
    <section ref={section} id={PEOPLE} className={classes.people}>
      <div className={classes.subject}>
        <h2>{t('statistics.peopleOf', { indicator: indicatorName(indicator) })}</h2>
        {asked && (
          <Choice
            label={t('statistics.grade')}
            name="grade"
            options={words.map((word) => ({
              value: word,
              label: word === ANY ? t('field.all') : gradeName(scale, word),
            }))}
          />
        )}
        {toggle}
        {asked && (
          <ExportMenu
            reasonFor={PEOPLE_SHOWN}
            start={(options) =>
              call('ExportPeopleWhoNeedAttention', { query: filter, body: options })
            }
          />
        )}
      </div>
      {asked && (
        <People filter={filter} page={state.page} pageSize={Math.min(state.pageSize, MAX_ROWS)} />
      )}
    </section>
  );
}

type PeopleFilter = Query<'ListPeopleWhoNeedAttention'>;

/** The filters that apply to people. */
function personal({ bucket: _, compare: __, ...filter }: StatisticQuery) {
  return filter;
}

interface PeopleProps {
  filter: PeopleFilter;
  page: number;
  pageSize: number;
}

function People({ filter, page, pageSize }: PeopleProps) {
  const t = useText();
  const { change } = useListState();
  const navigate = useNavigate();
  const [density] = useDensity();
  const leads = useLeads();
  const query = { ...filter, page, pageSize };
  const found = useQuery({
    queryKey: [...PEOPLE_SHOWN, query],
    queryFn: ({ signal }) => call('ListPeopleWhoNeedAttention', { query }, signal),
    placeholderData: keepPreviousData,
    // Every request is logged.
    staleTime: Infinity,
  });
  const scale = SCALES[filter.indicator];
  const columns = useMemo((): DataColumn<Person>[] => {
    return [
      {
        id: 'name',
        header: t('member.name'),
        width: 140,
        cell: ({ name }) => name,
      },
      {
        id: 'memberNo',
        header: t('member.number'),
        width: 120,
        cell: ({ memberNo }) => memberNo ?? NOTHING,
      },
      {
        id: 'companyName',
        header: t('member.company'),
        width: 180,
        cell: ({ companyName }) => companyName ?? NOTHING,
      },
      {
        id: 'grade',
        header: t('statistics.grade'),
        width: 130,
        cell: ({ grade }) => <GradeBadge scale={scale} grade={grade} />,
      },
      {
        id: 'measuredAt',
        header: t('chart.time'),
        width: 170,
        cell: (person) => <Measured person={person} />,
      },
    ];
  }, [t, scale]);
  const open = (person: Person) => {
    void navigate(addressOf(person));
  };
  if (found.isError) return <QueryError error={found.error} retry={() => void found.refetch()} />;
  if (found.data?.total === 0) {
    return (
      <StateMessage icon={EmptyIcon} title={t('statistics.nobody')}>
        {t('statistics.nobodyHint')}
      </StateMessage>
    );
  }
  if (page > 0 && found.data?.data.length === 0 && !found.isPlaceholderData) {
    return (
      <PastEnd
        page={page}
        pageSize={pageSize}
        total={found.data.total}
        totalIsExact
        onPage={(next) => {
          change({ page: String(next) });
        }}
      />
    );
  }
  return (
    <>
      <DataTable
        label={t('statistics.peopleOf', { indicator: indicatorName(filter.indicator) })}
        columns={columns}
        hidden={[]}
        rows={found.data?.data}
        expectedRows={Math.min(pageSize, 20)}
        rowId={({ measurementId }) => measurementId}
        {...(leads(place(MEMBERS_PATH, {})) !== undefined && {
          hrefOf: addressOf,
          onOpen: open,
        })}
        density={density}
        stale={found.isPlaceholderData}
      />
      {found.data && (
        <Pager
          place="below"
          page={page}
          pageSize={pageSize}
          rows={found.data.data.length}
          total={found.data.total}
          totalIsExact
          onPage={(next) => {
            change({ page: String(next) });
          }}
          onNext={() => {
            change({ page: String(page + 1) });
          }}
          onPageSize={(size) => {
            change({ pageSize: String(size) });
          }}
          longest={MAX_ROWS}
        />
      )}
    </>
  );
}

/** Returns the address of a member, or of a user without a company. */
function addressOf({ memberId, userId, isOnline }: Person): string {
  const path = isOnline === true ? ONLINE_USERS_PATH : REGULAR_USERS_PATH;
  return memberId === null ? `${path}/${String(userId)}` : `${MEMBERS_PATH}/${String(memberId)}`;
}

/** The time of the measurement, linked to it. */
function Measured({ person: { category, measurementId, measuredAt } }: { person: Person }) {
  const leads = useLeads();
  const path = HISTORY_PATHS[category];
  const time = <time dateTime={measuredAt}>{formatDateTime(measuredAt)}</time>;
  return leads(place(path, {})) === undefined ? (
    time
  ) : (
    <Anchor component={Link} to={`${path}/${String(measurementId)}`} inherit>
      {time}
    </Anchor>
  );
}

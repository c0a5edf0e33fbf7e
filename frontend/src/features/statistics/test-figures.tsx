// Tests and people tested: by case, by category, or by company with the share of its members
// tested.
import { Anchor } from '@mantine/core';
import type { Answer } from '~/domain/client';
import { useText } from '~/kernel/i18n/i18n';
import type { Period } from '~/kernel/statistics/bucket-name';
import { Figure } from '~/kernel/statistics/figure';
import type { FigureColumn } from '~/kernel/statistics/figure-table';
import { Link } from '~/ui/link';
import { CountFigures, type Measure } from './count-figures';
import {
  casePlace,
  historyPlace,
  membersPlace,
  statisticPlace,
  useLeads,
  type Place,
} from './lists';
import type { StatisticQuery } from './filter';
import { caseName, categoryName } from './names';
import classes from './page.module.css';
import { COMPANIES, TEST_CATEGORIES } from './screens';
import type { FiguresProps } from './statistic';

type Tests = Answer<'GetTestCaseStatistics'>;
type Row = Tests['rows'][number];

/** The kind of the rows, the same for all. */
type Kind = 'company' | 'case' | 'category';

const HEADERS = {
  company: 'member.company',
  case: 'statistics.testCase',
  category: 'statistics.category',
} as const;

function kindOf(row: Row | undefined): Kind {
  if (row?.companyName != null) return 'company';
  return row?.testCase != null ? 'case' : 'category';
}

/**
 * Returns whether the filters include all members: otherwise there is no share of members tested.
 */
function isOfAll({ divisionId, serviceIds, sex, ageDecades }: StatisticQuery): boolean {
  return !divisionId && !sex && !serviceIds?.length && !ageDecades?.length;
}

/**
 * Returns the share of a company's members tested. The members are counted today and the people
 * tested in the period, so the share is capped at 100%.
 */
export function shareTested({ members, count: { people } }: Row): number | null {
  return members === null || people === null || members === 0
    ? null
    : Math.min(1, people / members);
}

export function TestFigures({ title, answer, query }: FiguresProps<Tests>) {
  const t = useText();
  const leads = useLeads();
  const { frame, rows, total } = answer;
  const kind = kindOf(rows[0]);
  const nameOf = ({ companyName, testCase, category }: Row): string => {
    if (companyName !== null) return companyName;
    return testCase === null ? categoryName(category ?? '') : caseName(testCase);
  };
  const placeOf = (row: Row, period: Period, measure: string): Place | undefined => {
    if (row.companyId !== null) {
      const below = { ...query, companyId: row.companyId };
      return statisticPlace(TEST_CATEGORIES.path, period, below);
    }
    // Histories list measurements, exactly those of the period; there is no list of people.
    if (measure !== 'tests' || frame.isRounded) return undefined;
    if (row.testCase !== null) return casePlace(row.testCase, period, query);
    return row.category === null ? undefined : historyPlace(row.category, period, query);
  };
  const measures: readonly Measure<Row>[] = [
    {
      id: 'tests',
      name: t('statistics.tests'),
      previousName: t('statistics.previousTests'),
      kind: 'bars',
      now: ({ count }) => count.tests,
      before: ({ previous }) => previous?.tests ?? (previous ? null : undefined),
      byBucket: ({ byBucket }) => byBucket.map(({ tests }) => tests),
    },
    {
      id: 'people',
      name: t('statistics.people'),
      previousName: t('statistics.previousPeople'),
      kind: 'bars',
      now: ({ count }) => count.people,
      before: ({ previous }) => previous?.people ?? (previous ? null : undefined),
      byBucket: ({ byBucket }) => byBucket.map(({ people }) => people),
    },
  ];
  const ofCompanies: readonly FigureColumn<Row>[] = [
    {
      id: 'members',
      header: t('statistics.members'),
      value: ({ members }) => members,
      cell: (row) =>
        row.members !== null && (
          <Figure
            value={row.members}
            to={row.companyId === null ? undefined : leads(membersPlace(row.companyId))}
            label={`${row.companyName ?? ''}, ${t('statistics.members')}`}
          />
        ),
    },
    ...(isOfAll(query)
      ? [
          {
            id: 'share',
            header: t('statistics.share'),
            value: shareTested,
            cell: (row: Row) => row.members !== null && <Figure value={shareTested(row)} share />,
          },
        ]
      : []),
  ];
  return (
    <>
      {kind === 'case' && <p className={classes.notes}>{t('statistics.resultsCounted')}</p>}
      <CountFigures
        title={title}
        frame={frame}
        measures={measures}
        total={total}
        rows={rows}
        header={t(HEADERS[kind])}
        nameOf={nameOf}
        keyOf={(row) => [row.companyId, row.category, row.testCase].join('-')}
        placeOf={placeOf}
        {...(kind === 'company' && {
          more: ofCompanies,
          ...(isOfAll(query) && { shareOf: shareTested }),
          // Links to the child companies, unless a department is chosen: it belongs to a single
          // company.
          showName: (row: Row) => {
            const to =
              row.companyId === null || query.divisionId
                ? undefined
                : leads(
                    statisticPlace(COMPANIES.path, frame.period, {
                      ...query,
                      companyId: row.companyId,
                    }),
                  );
            return to === undefined ? (
              nameOf(row)
            ) : (
              <Anchor component={Link} to={to} inherit>
                {nameOf(row)}
              </Anchor>
            );
          },
        })}
      />
    </>
  );
}

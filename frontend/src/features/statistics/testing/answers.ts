// Responses for tests of the statistics.
import type { Answer } from '~/domain/client';
import type { Frame } from '../statistic';

type Tests = Answer<'GetTestCaseStatistics'>;
type TestRow = Tests['rows'][number];
type Averages = Answer<'GetIndicatorAverages'>;
type AverageRow = Averages['rows'][number];
type Attention = Answer<'GetAttentionStatistics'>;
type Members = Answer<'GetUserAppMemberStatistics'>;
type MemberRow = Members['rows'][number];

export function frame(parts: Partial<Frame> = {}): Frame {
  return {
    period: { start: '2026-11-19', end: '2026-11-20' },
    previous: { start: '2026-11-17', end: '2026-11-18' },
    bucket: 'DAY',
    buckets: [
      { start: '2026-11-19', end: '2026-11-19' },
      { start: '2026-11-20', end: '2026-11-20' },
    ],
    countedAt: '2026-11-20T06:05:00Z',
    isCounting: false,
    hasHidden: false,
    isRounded: false,
    lastDay: null,
    leftOut: { categories: [], testCases: [], graded: [], measured: [] },
    ...parts,
  };
}

export function testRow(parts: Partial<TestRow> = {}): TestRow {
  return {
    category: null,
    testCase: null,
    companyId: null,
    companyName: null,
    members: null,
    count: { tests: 12, people: 10 },
    previous: { tests: 8, people: 10 },
    byBucket: [
      { tests: 12, people: 10 },
      { tests: 0, people: 0 },
    ],
    ...parts,
  };
}

export function testStatistic(rows: TestRow[], parts: Partial<Frame> = {}): Tests {
  return { frame: frame(parts), total: testRow({ count: { tests: 120, people: 60 } }), rows };
}

export function averageRow(parts: Partial<AverageRow> = {}): AverageRow {
  const figures = {
    tests: 40,
    mean: 23.4,
    lowerQuartile: 21.2,
    median: 23.1,
    upperQuartile: 25.3,
  };
  return {
    indicator: 'BMI',
    sex: null,
    ageDecade: null,
    figures,
    previous: { ...figures, mean: 23.9 },
    byBucket: [
      figures,
      { tests: 0, mean: null, lowerQuartile: null, median: null, upperQuartile: null },
    ],
    ...parts,
  };
}

export function averageStatistic(rows: AverageRow[]): Averages {
  return { frame: frame(), rows };
}

export function attentionStatistic(): Attention {
  return {
    frame: frame({ hasHidden: true }),
    rows: [
      {
        indicator: 'BODY_FAT',
        people: 30,
        concerned: 12,
        previousConcerned: 9,
        grades: [
          { grade: 'BELOW_STANDARD', concern: 'ATTENTION', people: null, previous: null },
          { grade: 'STANDARD', concern: 'NONE', people: 18, previous: 20 },
          { grade: 'ABOVE_STANDARD', concern: 'ATTENTION', people: 10, previous: 9 },
        ],
        moves: [
          { from: 'STANDARD', to: 'ABOVE_STANDARD', people: 6 },
          { from: 'ABOVE_STANDARD', to: 'STANDARD', people: null },
        ],
        byBucket: [12, null],
      },
    ],
  };
}

export function memberRow(parts: Partial<MemberRow> = {}): MemberRow {
  const count = { new: 3, cumulative: 80, active: 41, withdrawn: 0 };
  return {
    userAppId: 1,
    serviceId: 2,
    name: '마음앱',
    level: null,
    count,
    previous: { ...count, new: 5 },
    byBucket: [count, count],
    ...parts,
  };
}

export function memberStatistic(rows: MemberRow[], total: MemberRow | null): Members {
  return { frame: frame(), total, rows };
}

// All statistics by the address of their screen.
import type { ReactElement } from 'react';
import { call, type Answer } from '~/domain/client';
import { AttentionFigures } from './attention-figures';
import { AverageFigures } from './average-figures';
import { MemberFigures } from './member-figures';
import {
  ATTENTION,
  AVERAGES,
  COMPANIES,
  SERVICE_APP_MEMBERS,
  SERVICE_APP_TYPES,
  TEST_CASES,
  TEST_CATEGORIES,
  USER_APP_MEMBERS,
  USER_APP_TYPES,
} from './screens';
import type { FramedAnswer, Statistic } from './statistic';
import { StatisticView } from './statistic-view';
import { TestFigures } from './test-figures';

type Tests = Answer<'GetTestCaseStatistics'>;
type Members = Answer<'GetUserAppMemberStatistics'>;

const TESTS: Pick<Statistic<Tests>, 'isEmpty' | 'Figures'> = {
  isEmpty: ({ total }) => total.count.tests === 0 && !total.previous?.tests,
  Figures: TestFigures,
};
const MEMBERS: Pick<Statistic<Members>, 'isEmpty' | 'Figures'> = {
  isEmpty: ({ rows }) => rows.length === 0,
  Figures: MemberFigures,
};

function page<A extends FramedAnswer>(statistic: Statistic<A>): [string, ReactElement] {
  const { path } = statistic.screen;
  return [path, <StatisticView key={path} statistic={statistic} />];
}

export const PAGES: ReadonlyMap<string, ReactElement> = new Map([
  page({
    ...MEMBERS,
    screen: SERVICE_APP_MEMBERS,
    byTabs: true,
    ask: (query, signal) => call('GetServiceAppMemberStatistics', { query }, signal),
    start: (query, body) => call('ExportServiceAppMemberStatistics', { query, body }),
  }),
  page({
    ...MEMBERS,
    screen: USER_APP_MEMBERS,
    ask: (query, signal) => call('GetUserAppMemberStatistics', { query }, signal),
    start: (query, body) => call('ExportUserAppMemberStatistics', { query, body }),
  }),
  page({
    ...MEMBERS,
    screen: SERVICE_APP_TYPES,
    byTabs: true,
    ask: (query, signal) => call('GetMemberTypesByServiceApp', { query }, signal),
    start: (query, body) => call('ExportMemberTypesByServiceApp', { query, body }),
  }),
  page({
    ...MEMBERS,
    screen: USER_APP_TYPES,
    ask: (query, signal) => call('GetMemberTypesByUserApp', { query }, signal),
    start: (query, body) => call('ExportMemberTypesByUserApp', { query, body }),
  }),
  page({
    ...TESTS,
    screen: TEST_CASES,
    ask: (query, signal) => call('GetTestCaseStatistics', { query }, signal),
    start: (query, body) => call('ExportTestCaseStatistics', { query, body }),
  }),
  page({
    ...TESTS,
    screen: TEST_CATEGORIES,
    ask: (query, signal) => call('GetTestCategoryStatistics', { query }, signal),
    start: (query, body) => call('ExportTestCategoryStatistics', { query, body }),
  }),
  page({
    screen: AVERAGES,
    ask: (query, signal) => call('GetIndicatorAverages', { query }, signal),
    start: (query, body) => call('ExportIndicatorAverages', { query, body }),
    isEmpty: ({ rows }) =>
      rows.every(({ figures, previous }) => !figures.tests && !previous?.tests),
    Figures: AverageFigures,
  }),
  page({
    ...TESTS,
    screen: COMPANIES,
    ask: (query, signal) => call('GetCompanyTestStatistics', { query }, signal),
    start: (query, body) => call('ExportCompanyTestStatistics', { query, body }),
  }),
  page({
    screen: ATTENTION,
    ask: (query, signal) => call('GetAttentionStatistics', { query }, signal),
    start: (query, body) => call('ExportAttentionStatistics', { query, body }),
    isEmpty: ({ rows }) => rows.length === 0,
    Figures: AttentionFigures,
  }),
]);

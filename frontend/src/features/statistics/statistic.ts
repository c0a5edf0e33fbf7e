// What a statistic is: its screen, its calls, and how its figures are shown. One page shows all of them.
import type { ComponentType } from 'react';
import type { Answer, Body } from '~/domain/client';
import type { Job } from '~/kernel/jobs/jobs';
import type { Screen } from '~/kernel/screen/screen';
import type { StatisticQuery } from './filter';

export type Frame = Answer<'GetTestCaseStatistics'>['frame'];

/** Whatever an answer says besides. */
export interface Framed {
  frame: Frame;
}

export interface FiguresProps<A extends Framed> {
  /** What the statistic is called. */
  title: string;
  answer: A;
  /** What was asked for: the lists that figures lead to are filtered alike. */
  query: StatisticQuery;
}

export interface Statistic<A extends Framed> {
  screen: Screen;
  /** Its service is that of the tabs over the page. */
  byTabs?: boolean;
  ask: (query: StatisticQuery, signal: AbortSignal) => Promise<A>;
  /** Queues a job that writes it to a file. */
  start: (query: StatisticQuery, options: Body<'ExportTestCaseStatistics'>) => Promise<Job>;
  isEmpty: (answer: A) => boolean;
  Figures: ComponentType<FiguresProps<A>>;
}

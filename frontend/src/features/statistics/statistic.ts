// The definition of a statistic: its screen, calls and figures. One page shows all of them.
import type { ComponentType } from 'react';
import type { Answer, Body } from '~/domain/client';
import type { Job } from '~/kernel/jobs/jobs';
import type { Screen } from '~/kernel/screen/screen';
import type { StatisticQuery } from './filter';

export type Frame = Answer<'GetTestCaseStatistics'>['frame'];

/** The part that all answers share. */
export interface FramedAnswer {
  frame: Frame;
}

export interface FiguresProps<A extends FramedAnswer> {
  /** Name of the statistic. */
  title: string;
  answer: A;
  /** The filters, which the linked lists reuse. */
  query: StatisticQuery;
}

export interface Statistic<A extends FramedAnswer> {
  screen: Screen;
  /** Whether the tabs above the page choose its service. */
  byTabs?: boolean;
  ask: (query: StatisticQuery, signal: AbortSignal) => Promise<A>;
  /** Queues a job that exports it to a file. */
  start: (query: StatisticQuery, options: Body<'ExportTestCaseStatistics'>) => Promise<Job>;
  isEmpty: (answer: A) => boolean;
  Figures: ComponentType<FiguresProps<A>>;
}

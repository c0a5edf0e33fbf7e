// The instruments: their maximum points, parts and scales.
import type { Answer } from '~/domain/client';
import type { MessageKey } from '~/kernel/i18n/i18n';

type Screening = Answer<'GetDementiaScreening'>;
export type Instrument = Screening['instrument'];

/** The maximum points of each instrument. */
export const MAX_SCORES: Record<Instrument, number> = {
  CIST: 30,
  KDSQ_C: 30,
  KDSQ_P: 10,
  MMSE_KC: 30,
};

/** The number of items. */
export const ITEMS: Partial<Record<Instrument, number>> = { KDSQ_C: 15, KDSQ_P: 5 };

/** The possible answers of an item, by points. */
export const ANSWERS: readonly MessageKey[] = [
  'dementia.answer.0',
  'dementia.answer.1',
  'dementia.answer.2',
];

/** An item that was not answered. */
export const NOT_ANSWERED = -1;

interface Points {
  name: Extract<
    keyof Screening,
    'orientation' | 'attention' | 'visuospatial' | 'executive' | 'memory' | 'language'
  >;
  label: MessageKey;
  most: number;
}

/** The domains of CIST. */
export const POINTS: readonly Points[] = [
  { name: 'orientation', label: 'dementia.orientation', most: 5 },
  { name: 'attention', label: 'dementia.attention', most: 3 },
  { name: 'visuospatial', label: 'dementia.visuospatial', most: 2 },
  { name: 'executive', label: 'dementia.executive', most: 6 },
  { name: 'memory', label: 'dementia.memory', most: 10 },
  { name: 'language', label: 'dementia.language', most: 4 },
];

export function instrumentOf(value: unknown): Instrument | undefined {
  return typeof value === 'string' && value in MAX_SCORES ? (value as Instrument) : undefined;
}

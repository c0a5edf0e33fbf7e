// The instruments, with the range of their results.
import type { Answer } from '~/domain/client';

export type Instrument = Answer<'GetPsychologicalTest'>['instrument'];

interface Range {
  least: number;
  most: number;
  /** A mean has decimals, a total has none. */
  decimals: number;
}

export const RANGES: Record<Instrument, Range> = {
  PSS_10: { least: 0, most: 40, decimals: 0 },
  BEPSI_K: { least: 1, most: 5, decimals: 2 },
  GAD_7: { least: 0, most: 21, decimals: 0 },
  CBI_PERSONAL: { least: 0, most: 100, decimals: 2 },
  CBI_WORK: { least: 0, most: 100, decimals: 2 },
  CBI_CLIENT: { least: 0, most: 100, decimals: 2 },
  CBI: { least: 0, most: 100, decimals: 2 },
  BAT_12: { least: 1, most: 5, decimals: 2 },
};

export function instrumentOf(value: unknown): Instrument | undefined {
  return typeof value === 'string' && value in RANGES ? (value as Instrument) : undefined;
}

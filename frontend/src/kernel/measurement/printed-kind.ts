// Which measurements are printed, as an address says it, and what prints a kind of them.
import type { ComponentType } from 'react';
import type { Answer, Body } from '~/domain/client';
import { PRINT_PATH } from '~/kernel/screen/known-paths';

export type KindOfMeasurements = Body<'PrintMeasurements'>['kind'];
export type MeasurementPrint = Answer<'PrintMeasurements'>;

/** Most measurements of one print. */
export const MOST_PRINTED = 100;

export interface PrintedKind {
  word: KindOfMeasurements;
  Sheets: ComponentType<{ print: MeasurementPrint }>;
}

/** The address of a print. */
export function printAddress(kind: KindOfMeasurements, ids: readonly number[]): string {
  return `${PRINT_PATH}?kind=${kind}&ids=${ids.join(',')}`;
}

/** What such an address asks for: the usual kind where it names none, and each number once. */
export function selectionIn(
  search: string,
  usual: KindOfMeasurements = 'STRESS',
): { kind: string; ids: number[] } {
  const parameters = new URLSearchParams(search);
  const ids = parameters
    .getAll('ids')
    .flatMap((some) => some.split(','))
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);
  return { kind: parameters.get('kind')?.toUpperCase() ?? usual, ids: [...new Set(ids)] };
}

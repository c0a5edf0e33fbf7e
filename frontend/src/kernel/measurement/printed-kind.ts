// The measurements of a print as its address names them, and the printable kinds.
import type { ComponentType } from 'react';
import type { Answer, Body } from '~/domain/client';
import { PRINT_PATH } from '~/kernel/screen/known-paths';

export type KindOfMeasurements = Body<'PrintMeasurements'>['kind'];
export type MeasurementPrint = Answer<'PrintMeasurements'>;

/** The maximum number of measurements in one print. */
export const MAX_PRINTED = 100;

export interface PrintedKind {
  word: KindOfMeasurements;
  Sheets: ComponentType<{ print: MeasurementPrint }>;
}

/** Returns the address of a print. */
export function printAddress(kind: KindOfMeasurements, ids: readonly number[]): string {
  return `${PRINT_PATH}?kind=${kind}&ids=${ids.join(',')}`;
}

/**
 * Parses the address of a print. If it names no kind, the default one applies; duplicate ids are
 * removed.
 */
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

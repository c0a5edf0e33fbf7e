// The resource of psychological tests: their history, and that of one person.
import { AGE_AND_SEX, MEASURED_AT, withoutFilters } from '~/kernel/measurement/common-fields';
import { ImportButton } from '~/kernel/resource/import-button';
import { selectionOf } from '~/kernel/measurement/print-selection';
import { HISTORY } from '~/kernel/measurement/name-of-measured';
import type { Owner } from '~/kernel/measurement/of-person';
import { resource } from '~/kernel/resource/resource';
import { PsychologicalDetail } from './psychological-detail';
import { ALL_FIELDS, VALUES, type PsychologicalField } from './psychological-fields';
import { PSYCHOLOGICAL } from './screens';

const COMMON = {
  screen: PSYCHOLOGICAL,
  ...HISTORY,
} as const;

export const psychologicalTests = resource('PsychologicalTest', {
  ...COMMON,
  fields: ALL_FIELDS,
  exports: true,
  hasBin: true,
  bulk: [],
  slots: { detail: PsychologicalDetail, actions: ImportButton, ...selectionOf('PSYCHOLOGICAL') },
});

/** The tests of one person, without the columns that identify the person. */
export function psychologicalTestsOf(owner: Owner) {
  return resource('PsychologicalTest', {
    ...COMMON,
    key: 'psychological-tests-of-member',
    fixedFilters: { ...owner },
    fields: withoutFilters<PsychologicalField>([MEASURED_AT, ...AGE_AND_SEX.slice(1), ...VALUES]),
    slots: { detail: PsychologicalDetail, selection: selectionOf('PSYCHOLOGICAL').selection },
  });
}

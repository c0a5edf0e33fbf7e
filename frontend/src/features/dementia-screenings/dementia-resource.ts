// The resource of dementia screenings: their history, and that of one person.
import { withoutFilters } from '~/kernel/measurement/common-fields';
import { selectionOf } from '~/kernel/measurement/print-selection';
import { HISTORY } from '~/kernel/measurement/name-of-measured';
import type { Owner } from '~/kernel/measurement/of-person';
import { resource } from '~/kernel/resource/resource';
import { Actions } from './actions';
import { DementiaDetail } from './dementia-detail';
import { ALL_FIELDS, OWN_FIELDS, type DementiaField } from './dementia-fields';
import { DEMENTIA } from './screens';

const COMMON = {
  screen: DEMENTIA,
  ...HISTORY,
} as const;

export const dementiaScreenings = resource('DementiaScreening', {
  ...COMMON,
  fields: ALL_FIELDS,
  exports: true,
  hasBin: true,
  bulk: [],
  slots: { detail: DementiaDetail, actions: Actions, ...selectionOf('DEMENTIA') },
});

/** The screenings of one person, without the columns that identify the person. */
export function dementiaScreeningsOf(owner: Owner) {
  return resource('DementiaScreening', {
    ...COMMON,
    key: 'dementia-screenings-of-member',
    fixedFilters: { ...owner },
    fields: withoutFilters<DementiaField>(OWN_FIELDS),
    slots: { detail: DementiaDetail },
  });
}

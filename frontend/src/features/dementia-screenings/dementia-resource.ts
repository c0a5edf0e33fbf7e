// Screenings for dementia as a resource: their history, and the same for one member.
import { formatDateTime } from '~/kernel/i18n/format';
import { selectionOf } from '~/kernel/measurement/print-selection';
import { resource } from '~/kernel/resource/resource';
import { DementiaDetail } from './dementia-detail';
import {
  ALL_FIELDS,
  OWN_FIELDS,
  type DementiaField,
  type DementiaScreening,
} from './dementia-fields';
import { NormsButton } from './norms-button';
import { DEMENTIA } from './screens';

const COMMON = {
  screen: DEMENTIA,
  nameOf: ({ memberName, measuredAt }: DementiaScreening) =>
    memberName ?? formatDateTime(measuredAt),
  defaultSort: 'NEWEST',
  pagesByKey: true,
} as const;

export const dementiaScreenings = resource('DementiaScreening', {
  ...COMMON,
  fields: ALL_FIELDS,
  exports: true,
  slots: { detail: DementiaDetail, actions: NormsButton, selection: selectionOf('DEMENTIA') },
});

/** The same screenings for one member: the columns that say who it is are left out. */
export function dementiaScreeningsOf(memberId: number) {
  const withoutFilter = ({ filter: _, ...field }: DementiaField): DementiaField => field;
  return resource('DementiaScreening', {
    ...COMMON,
    key: 'dementia-screenings-of-member',
    fixedFilters: { memberId },
    fields: OWN_FIELDS.map(withoutFilter),
    slots: { detail: DementiaDetail },
  });
}

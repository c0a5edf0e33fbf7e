// The fields of measurements of every kind: the member, the time, and notes about them.
import { decadeKind, eitherKind, sexKind } from '~/kernel/field/choice-kind';
import { companyKind } from '~/kernel/field/company-kind';
import { dateTimeKind } from '~/kernel/field/date-kind';
import { deviceKind } from '~/kernel/field/external-devices-kind';
import { numberKind } from '~/kernel/field/number-kind';
import { servicesKind } from '~/kernel/field/services-kind';
import { TextFilter, textKind } from '~/kernel/field/text-kind';
import { instantKind } from './instant-kind';
import { memberKind } from './member-kind';
import { toCheckKind, trialKind, urgentKind, type Marked } from './marks';

/** The number of an import, which its job in the header's list leads to. */
const importKind = { ...numberKind(), Filter: TextFilter };

const unassignedKind = eitherKind('measurement.unassigned', 'measurement.assigned');

export const MEASURED_AT = {
  name: 'measuredAt',
  label: 'measurement.measuredAt',
  kind: instantKind,
  column: { width: 138, sort: { ascending: 'OLDEST', descending: 'NEWEST' } },
  filter: ['startMeasuredAt', 'endMeasuredAt'],
  form: 'always',
} as const;

/**
 * Entered in forms and in the filter. A new measurement starts with the member that the list is
 * filtered by.
 */
export const MEMBER = {
  name: 'memberId',
  label: 'measurement.member',
  kind: memberKind,
  filter: ['memberId'],
  seldom: true,
  form: 'always',
  required: true,
  fromFilter: true,
  hidden: true,
} as const;

/** The member, or that the measurement has yet to be assigned. */
export const WHO = [
  {
    name: 'memberName',
    label: 'member.name',
    kind: textKind,
    column: { width: 92 },
    filter: ['memberName'],
  },
  {
    name: 'memberNo',
    label: 'member.number',
    kind: textKind,
    column: { width: 96 },
    filter: ['memberNo'],
  },
  {
    name: 'isUnassigned',
    label: 'measurement.person',
    kind: unassignedKind,
    filter: ['isUnassigned'],
    seldom: true,
    hidden: true,
  },
] as const;

export const COMPANY = {
  name: 'companyId',
  label: 'member.company',
  kind: companyKind(),
  value: ({ companyName }: { companyName: string | null }) => companyName,
  column: { width: 124 },
  filter: ['companyId'],
} as const;

/** The company's services, by which measurements are counted. */
export const SERVICES = {
  name: 'serviceIds',
  label: 'company.services',
  kind: servicesKind,
  filter: ['serviceIds'],
  seldom: true,
  hidden: true,
} as const;

export const AGE_AND_SEX = [
  {
    name: 'sex',
    label: 'member.sex',
    kind: sexKind,
    column: { width: 56 },
    filter: ['sex'],
    seldom: true,
  },
  { name: 'age', label: 'measurement.age', kind: numberKind(), column: { width: 58 } },
  {
    name: 'ageDecades',
    label: 'measurement.decade',
    kind: decadeKind,
    filter: ['ageDecades'],
    seldom: true,
    hidden: true,
  },
] as const;

/** A mark in the list; the detail names the values. */
export const TO_CHECK = {
  name: 'toCheck',
  label: 'measurement.toCheck',
  kind: toCheckKind,
  value: ({ unusual, farFromLast = [] }: Pick<Marked, 'unusual' | 'farFromLast'>) => [
    ...unusual,
    ...farFromLast,
  ],
  column: { width: 90, optional: true },
  hidden: true,
} as const;

export const TRIAL = {
  name: 'trial',
  label: 'measurement.onTrial',
  kind: trialKind,
  column: { width: 90, optional: true },
  filter: ['isTrial'],
  seldom: true,
} as const;

/** Of kinds that have pressures or a heart rate. */
export const URGENT = {
  name: 'urgent',
  label: 'measurement.urgent',
  kind: urgentKind,
  value: ({ urgent = [] }: Pick<Marked, 'urgent'>) => urgent,
  column: { width: 96 },
  filter: ['isUrgent'],
  seldom: true,
} as const;

const OF_HISTORY = { value: () => null, hidden: true } as const;

/**
 * The rule version of the grade and the time of receipt. Histories also contain the device's own
 * data.
 */
export const ORIGIN = [
  { name: 'ruleVersion', label: 'measurement.ruleVersion', kind: numberKind() },
  {
    name: 'receivedAt',
    label: 'measurement.receivedAt',
    kind: dateTimeKind,
    filter: ['startReceivedAt', 'endReceivedAt'],
    seldom: true,
  },
  {
    name: 'importJobId',
    label: 'measurement.importJobId',
    kind: importKind,
    filter: ['importJobId'],
    seldom: true,
  },
  { ...OF_HISTORY, name: 'sourceId', label: 'measurement.sourceId', kind: textKind },
  { ...OF_HISTORY, name: 'serviceId', label: 'company.services', kind: servicesKind },
  {
    ...OF_HISTORY,
    name: 'externalDeviceId',
    label: 'log.resource.externalDevice',
    kind: deviceKind,
  },
] as const;

/** Removes the filters: the history of one member is short enough to need none. */
export function withoutFilters<F extends { filter?: unknown }>(fields: readonly F[]): F[] {
  return fields.map(({ filter: _, ...field }) => field as F);
}

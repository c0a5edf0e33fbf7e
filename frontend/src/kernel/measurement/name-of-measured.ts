// The name of a measurement: that of its person or, if unassigned, its kind and time.
import { formatDateTime } from '~/kernel/i18n/format';
import { text } from '~/kernel/i18n/i18n';

interface Measured {
  memberId: number | null;
  memberName: string | null;
  companyName: string | null;
  measuredAt: string;
}

/**
 * Measurements that users made themselves belong to no company. They are the user's and cannot be
 * assigned to anybody else.
 */
export function isUnassigned({
  memberId,
  companyName,
}: Pick<Measured, 'memberId' | 'companyName'>): boolean {
  return memberId === null && companyName !== null;
}

export function nameOfMeasured(measured: Measured): string {
  return measured.memberName ?? withTime(measured);
}

/** Names one of a person's measurements, so that it is not confused with the person. */
export function withTime(measured: Measured): string {
  const whose = () => text(isUnassigned(measured) ? 'measurement.nobody' : 'measurement.ofUser');
  return `${measured.memberName ?? whose()} (${formatDateTime(measured.measuredAt)})`;
}

/** What the histories of all kinds have in common. */
export const HISTORY = {
  nameOf: nameOfMeasured,
  removedAs: withTime,
  defaultSort: 'NEWEST',
  pagesByKey: true,
} as const;

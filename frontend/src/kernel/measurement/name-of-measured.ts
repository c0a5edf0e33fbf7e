// What a measurement is called: by its person, or, where that is not known, by what it is and when it was made.
import { formatDateTime } from '~/kernel/i18n/format';
import { text } from '~/kernel/i18n/i18n';

interface Measured {
  memberId: number | null;
  memberName: string | null;
  companyName: string | null;
  measuredAt: string;
}

/** What users have measured themselves is of no company; it is theirs, and nobody else's to be. */
export function isNobodys({
  memberId,
  companyName,
}: Pick<Measured, 'memberId' | 'companyName'>): boolean {
  return memberId === null && companyName !== null;
}

export function nameOfMeasured(measured: Measured): string {
  return measured.memberName ?? withTime(measured);
}

/** One measurement of several of a person, who is not taken for it. */
export function withTime(measured: Measured): string {
  const whose = () => text(isNobodys(measured) ? 'measurement.nobody' : 'measurement.ofUser');
  return `${measured.memberName ?? whose()} (${formatDateTime(measured.measuredAt)})`;
}

// Notes about a measurement: whether it was a trial, and which of its values are unusual.
import { Alert } from '@mantine/core';
import type { Answer } from '~/domain/client';
import { eitherKind, flagKind } from '~/kernel/field/choice-kind';
import type { Kind } from '~/kernel/field/kind';
import { NOTHING } from '~/kernel/field/nothing';
import { formatList } from '~/kernel/i18n/format';
import { useText, text, textIfKnown, type MessageKey } from '~/kernel/i18n/i18n';
import { ErrorIcon } from '~/ui/icons';
import { ToneBadge } from '~/ui/tone-badge';

/** What every kind of measurement says about itself. */
export type Marked = Pick<
  Answer<'GetPhysicalMeasurement'>,
  'unusual' | 'farFromLast' | 'urgent' | 'trial'
>;
type UrgentMark = NonNullable<Marked['urgent']>[number];

export const trialKind: Kind = {
  ...eitherKind('field.yes', 'field.no'),
  ...flagKind,
  show: (value) =>
    value === true ? (
      <ToneBadge tone="info">{text('measurement.onTrial')}</ToneBadge>
    ) : (
      flagKind.show(value)
    ),
};

/** Values that call for action at once. */
export const urgentKind: Kind = {
  ...eitherKind('field.yes', 'field.no'),
  show: (value) => {
    const marks = value as readonly UrgentMark[];
    const [first] = marks;
    if (first === undefined) return NOTHING;
    const sides = new Set(marks.map(({ side }) => side));
    const side = sides.size === 1 ? textIfKnown(`measurement.urgentSide.${first.side}`) : undefined;
    return <ToneBadge tone="serious">{side ?? text('measurement.urgent')}</ToneBadge>;
  },
};

interface MarksProps extends Pick<Marked, 'unusual' | 'farFromLast' | 'trial'> {
  /** Labels of the fields. */
  labels: Partial<Record<string, MessageKey>>;
}

function ToCheck({ children }: { children: string }) {
  return (
    <Alert
      color="yellow"
      variant="light"
      py="xs"
      icon={<ErrorIcon size={18} stroke={1.6} aria-hidden />}
    >
      {children}
    </Alert>
  );
}

/** Marks a measurement in a list: values that are rare, or far from the person's previous ones. */
export const toCheckKind: Kind = {
  show: (value) =>
    (value as readonly unknown[]).length > 0 ? (
      <ToneBadge tone="raised">{text('measurement.toCheck')}</ToneBadge>
    ) : (
      NOTHING
    ),
  empty: [],
};

/** Shown above the values of a measurement. */
export function Marks({ unusual, farFromLast = [], trial, labels }: MarksProps) {
  const t = useText();
  const named = (fields: readonly string[]) =>
    formatList(
      fields.map((field) => {
        const label = labels[field];
        return label === undefined ? field : t(label);
      }),
    );
  return (
    <>
      {trial && (
        <Alert color="blue" variant="light" py="xs">
          {t('measurement.trialNotice')}
        </Alert>
      )}
      {unusual.length > 0 && (
        <ToCheck>{t('measurement.unusualNotice', { fields: named(unusual) })}</ToCheck>
      )}
      {farFromLast.length > 0 && (
        <ToCheck>{t('measurement.farNotice', { fields: named(farFromLast) })}</ToCheck>
      )}
    </>
  );
}

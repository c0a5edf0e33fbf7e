// Notes about a measurement: whether it was a trial, and which of its values are unusual.
import { Alert } from '@mantine/core';
import { eitherKind, flagKind } from '~/kernel/field/choice-kind';
import type { Kind } from '~/kernel/field/kind';
import { formatList } from '~/kernel/i18n/format';
import { useText, text, type MessageKey } from '~/kernel/i18n/i18n';
import { ErrorIcon } from '~/ui/icons';
import { ToneBadge } from '~/ui/tone-badge';

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

interface MarksProps {
  unusual: readonly string[];
  trial: boolean;
  /** Labels of the fields. */
  labels: Partial<Record<string, MessageKey>>;
}

/** Shown above the values of a measurement. */
export function Marks({ unusual, trial, labels }: MarksProps) {
  const t = useText();
  const named = unusual.map((field) => {
    const label = labels[field];
    return label === undefined ? field : t(label);
  });
  return (
    <>
      {trial && (
        <Alert color="blue" variant="light" py="xs">
          {t('measurement.trialNotice')}
        </Alert>
      )}
      {named.length > 0 && (
        <Alert
          color="yellow"
          variant="light"
          py="xs"
          icon={<ErrorIcon size={18} stroke={1.6} aria-hidden />}
        >
          {t('measurement.unusualNotice', { fields: formatList(named) })}
        </Alert>
      )}
    </>
  );
}

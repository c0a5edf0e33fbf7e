// The choice of the period for charts of the user's own measurements, and the message for an empty
// period.
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Button, SegmentedControl } from '@mantine/core';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { CalendarIcon } from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';
import classes from './member-page.module.css';
import { PERIODS, type Period } from './period';

const NAMES: Record<Period, MessageKey> = {
  '3m': 'ownMeasurement.period.3m',
  '1y': 'ownMeasurement.period.1y',
  all: 'ownMeasurement.period.all',
};

interface PeriodChoiceProps {
  period: Period;
  onChoose: (period: Period) => void;
}

export function PeriodChoice({ period, onChoose }: PeriodChoiceProps) {
  const t = useText();
  return (
    <SegmentedControl
      aria-label={t('ownMeasurement.period')}
      value={period}
      onChange={onChoose}
      data={PERIODS.map((value) => ({ value, label: t(NAMES[value]) }))}
    />
  );
}

export function NoneInPeriod({ onShowAll }: { onShowAll: () => void }) {
  const t = useText();
  return (
    <div className={classes.surface}>
      <StateMessage
        icon={CalendarIcon}
        title={t('ownMeasurement.noneInPeriod')}
        actions={
          <Button variant="default" onClick={onShowAll}>
            {t('ownMeasurement.showAll')}
          </Button>
        }
      />
    </div>
  );
}

// A moment that is entered: a day and a time of day, as clocks in Seoul show them.
import { Group, TextInput } from '@mantine/core';
import { today } from '~/domain/time';
import { useText } from '~/kernel/i18n/i18n';
import { dateTimeKind } from './date-kind';
import { DayInput } from './day-input';
import type { InputProps, Kind } from './kind';

const SEOUL = '+09:00';
const SEOUL_MILLISECONDS = 9 * 60 * 60 * 1000;
const DAY_LENGTH = 10;

/** Day and time of day of a moment, or of what has been typed of one. */
export function momentParts(value: unknown): [day: string, time: string] {
  if (typeof value !== 'string' || value === '') return ['', ''];
  if (value.endsWith(SEOUL)) {
    const [day = '', time = ''] = value.slice(0, -SEOUL.length).split('T');
    return [day, time];
  }
  const moment = Date.parse(value);
  if (Number.isNaN(moment)) return [value, ''];
  const local = new Date(moment + SEOUL_MILLISECONDS).toISOString();
  return [local.slice(0, DAY_LENGTH), local.slice(DAY_LENGTH + 1, DAY_LENGTH + 6)];
}

/** The moment of a day and a time; what is no moment stays as it was typed, and is refused by the rules. */
export function momentOf(day: string, time: string): string | null {
  if (day === '' && time === '') return null;
  const [hour = '', rest = ''] = time.split(':');
  const hours = /^\d$/.test(hour) ? `0${hour}` : hour;
  return `${day}T${rest === '' ? time : `${hours}:${rest}`}${SEOUL}`;
}

function MomentField({ label, value, onChange, error, required, disabled, marks }: InputProps) {
  const t = useText();
  const [day, time] = momentParts(value);
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <div style={{ flex: 1 }}>
        <DayInput
          label={label}
          value={day}
          latest={today()}
          onChange={(changed) => {
            onChange(momentOf(changed, time));
          }}
          error={error}
          required={required}
          disabled={disabled}
          marks={marks}
        />
      </div>
      <TextInput
        label={t('field.timeOfDay')}
        placeholder="09:30"
        value={time}
        inputMode="numeric"
        maxLength={8}
        w={96}
        error={error !== undefined}
        onChange={(event) => {
          onChange(momentOf(day, event.currentTarget.value));
        }}
        disabled={disabled}
      />
    </Group>
  );
}

export const momentKind: Kind = {
  ...dateTimeKind,
  Input: (props) => <MomentField {...props} />,
};

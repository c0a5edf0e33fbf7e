// Dates and timestamps. A period filter has one parameter for each end.
import { Input, InputBase } from '@mantine/core';
import { useId } from 'react';
import { daysBefore, today } from '~/domain/time';
import { formatDate, formatDateTime } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { useTyped } from '~/kernel/url/use-typed';
import { Late } from '~/ui/controls/late';
import { CalendarIcon } from '~/ui/icons';
import { textWidth } from '~/ui/text-width';
import { isDay } from './day';
import { DAY_FORMAT, DayInput, Localised, useCalendarTexts, useDayProblem } from './day-input';
import type { FilterProps, InputProps, Kind } from './kind';
import { NOTHING } from './nothing';
import { resolveDay, daysBack, relativeDay } from './told-day';

function DateField({ value, onChange, ...props }: InputProps & { latest?: string }) {
  return (
    <DayInput
      {...props}
      value={typeof value === 'string' ? value : ''}
      onChange={(day) => {
        onChange(day === '' ? null : day);
      }}
    />
  );
}

function PeriodFilter({ label, parameters, values, error, onChange }: FilterProps) {
  const t = useText();
  const texts = useCalendarTexts();
  const id = useId();
  const problemOf = useDayProblem();
  const [from = '', to = ''] = parameters;
  const asked = [values[from]?.[0], values[to]?.[0]] as const;
  const ends = asked.map((end) => (end === undefined ? undefined : resolveDay(end)));
  // The address may hold any text. For an invalid date the calendar would show the nearest valid
  // one.
  const wrong = ends.find((end) => end !== undefined && !isPeriodEnd(end));
  const [start = null, end = null] = wrong === undefined ? ends.map(dayOf) : [];
  const told = asked[1] === relativeDay(0) ? daysBack(asked[0] ?? '') : undefined;
  const shown = {
    id,
    label,
    error: wrong === undefined ? error : problemOf(wrong),
    leftSection: <CalendarIcon size={16} stroke={1.6} aria-hidden />,
  };
  const placeholder =
    wrong === undefined ? t('field.all') : ends.map((one) => one ?? '').join(` ${t('date.to')} `);
  return (
    <Late
      atOnce={start !== null || end !== null}
      standIn={
        <InputBase
          {...shown}
          component="button"
          type="button"
          multiline
          pointer
          data-dates-input
          aria-haspopup="dialog"
        >
          <Input.Placeholder>{placeholder}</Input.Placeholder>
        </InputBase>
      }
    >
      {(controls, begun) => (
        <Localised controls={controls}>
          <controls.DatePickerInput
            {...shown}
            ref={begun.press}
            type="range"
            // The input labels the calendar, which requires a shared id.
            popoverProps={{ id, returnFocus: true }}
            value={[start, end]}
            onChange={([first, last]) => {
              // The calendar sets one end after the other; a preset sets both at once.
              const isCompleted = end === null && start !== null && [first, last].includes(start);
              const days = isCompleted ? undefined : daysOffered(first, last);
              onChange(
                days === undefined
                  ? { [from]: first ?? undefined, [to]: last ?? undefined }
                  : { [from]: relativeDay(days), [to]: relativeDay(0) },
              );
            }}
            allowSingleDateInRange
            valueFormat={DAY_FORMAT}
            labelSeparator={t('date.to')}
            // A relative period has a name, because its dates change every day.
            {...(told !== undefined && { valueFormatter: () => periodName(t, told) })}
            {...texts}
            placeholder={placeholder}
            clearable
            clearButtonProps={{ 'aria-label': t('field.clear') }}
            presets={OFFERED.map((days) => ({
              value: periodBack(days),
              label: periodName(t, days),
            }))}
          />
        </Localised>
      )}
    </Late>
  );
}

/** A date, or an instant whose date is valid. */
function isPeriodEnd(text: string): boolean {
  return isDay(text.slice(0, DAY_FORMAT.length)) && !Number.isNaN(Date.parse(text));
}

function dayOf(text: string | undefined): string | null {
  return text === undefined ? null : formatDate(text);
}

/** The common periods up to today, by the number of days before today on which they start. */
const FIVE_BACK = 5;
const OFFERED = [0, FIVE_BACK, 6, 29, 364];

function periodName(t: ReturnType<typeof useText>, days: number): string {
  if (days === 0) return t('field.today');
  return days === FIVE_BACK ? t('field.fiveDaysBack') : t('field.lastDays', { days: days + 1 });
}

/** Returns the period from a number of days ago to today. */
export function periodBack(days: number): [string, string] {
  const now = today();
  return [daysBefore(now, days), now];
}

function daysOffered(first: string | null, last: string | null): number | undefined {
  return OFFERED.find((days) => {
    const [start, end] = periodBack(days);
    return start === first && end === last;
  });
}

function DayFilter({ label, parameters, values, error, onChange }: FilterProps) {
  const [parameter = ''] = parameters;
  const { text, type, done } = useTyped(values[parameter]?.[0] ?? '', (day) => {
    onChange({ [parameter]: day }, { replace: true });
  });
  return (
    <DayInput
      label={label}
      value={text}
      onChange={(day) => {
        type(day, day !== '' && !isDay(day));
      }}
      onDone={done}
      error={error}
      required={false}
      disabled={false}
    />
  );
}

export const dateKind: Kind = {
  show: (value) =>
    typeof value === 'string' && value !== '' ? (
      <time dateTime={value}>{formatDate(value)}</time>
    ) : (
      NOTHING
    ),
  empty: null,
  Input: (props) => <DateField {...props} />,
  Filter: DayFilter,
};

const inPeriod: Pick<Kind, 'Filter' | 'toQuery'> = {
  Filter: PeriodFilter,
  toQuery: ([end]) => (end === undefined ? undefined : resolveDay(end)),
};

/** A date that is filtered by a period. */
export const dateInPeriodKind: Kind = { ...dateKind, ...inPeriod };

/** A date that is not in the future, such as a birth date. */
export const pastDateKind: Kind = {
  ...dateKind,
  Input: (props) => <DateField {...props} latest={today()} />,
};

export const dateTimeKind: Kind = {
  show: (value) =>
    typeof value === 'string' ? <time dateTime={value}>{formatDateTime(value)}</time> : NOTHING,
  room: (weight) => textWidth('2000-00-00 00:00', weight, 14),
  empty: null,
  ...inPeriod,
};

/** A birth date: masked in lists and details, complete in forms. */
export const birthDateKind: Kind = {
  ...pastDateKind,
  show: (value) => (typeof value === 'string' ? value : NOTHING),
  showEntered: pastDateKind.show,
};

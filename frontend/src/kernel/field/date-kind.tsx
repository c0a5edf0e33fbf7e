// Days and moments. A period to search in has two ends, each a parameter of its own.
import { DateInput, DatePickerInput, DatesProvider } from '@mantine/dates';
import { useId } from 'react';
import './date-styles';
import { today } from '~/domain/time';
import { formatDate, formatDateTime, formatMonth } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { useCalendar } from '~/kernel/i18n/use-calendar';
import { CalendarIcon } from '~/ui/icons';
import { textWidth } from '~/ui/text-width';
import type { FilterProps, InputProps, Kind } from './kind';
import { NOTHING } from './nothing';

const FORMAT = 'YYYY-MM-DD';

function Localised({ children }: { children: React.ReactNode }) {
  return <DatesProvider settings={useCalendar()}>{children}</DatesProvider>;
}

/** How the calendar below an input names what it shows and where its arrows lead. */
function useCalendarTexts() {
  const t = useText();
  return {
    monthLabelFormat: formatMonth,
    previousLabel: t('calendar.previous'),
    nextLabel: t('calendar.next'),
  };
}

function DateField(props: InputProps & { latest?: string }) {
  const t = useText();
  const texts = useCalendarTexts();
  return (
    <Localised>
      <DateInput
        label={props.label}
        value={typeof props.value === 'string' && props.value !== '' ? props.value : null}
        onChange={props.onChange}
        valueFormat={FORMAT}
        {...texts}
        placeholder={FORMAT}
        error={props.error}
        withAsterisk={props.required}
        {...props.marks}
        disabled={props.disabled}
        leftSection={<CalendarIcon size={16} stroke={1.6} aria-hidden />}
        {...(props.latest === undefined ? {} : { maxDate: props.latest })}
        clearable={!props.required}
        clearButtonProps={{ 'aria-label': t('field.clear') }}
        popoverProps={{
          withinPortal: true,
          attributes: { dropdown: { role: 'region', 'aria-label': t('calendar.label') } },
        }}
      />
    </Localised>
  );
}

function PeriodFilter({ label, parameters, values, error, onChange }: FilterProps) {
  const t = useText();
  const texts = useCalendarTexts();
  const id = useId();
  const [from = '', to = ''] = parameters;
  return (
    <Localised>
      <DatePickerInput
        type="range"
        id={id}
        // The calendar is named by the input, which has to be known by the same id for that.
        popoverProps={{ id }}
        error={error}
        label={label}
        value={[values[from]?.[0] ?? null, values[to]?.[0] ?? null]}
        onChange={([start, end]) => {
          onChange({ [from]: start ?? undefined, [to]: end ?? undefined });
        }}
        allowSingleDateInRange
        valueFormat={FORMAT}
        {...texts}
        placeholder={t('field.all')}
        leftSection={<CalendarIcon size={16} stroke={1.6} aria-hidden />}
        clearable
        clearButtonProps={{ 'aria-label': t('field.clear') }}
        presets={periods(t)}
      />
    </Localised>
  );
}

/** The periods that people look at most, up to today. */
function periods(t: ReturnType<typeof useText>): { value: [string, string]; label: string }[] {
  const now = today();
  return [
    { value: [now, now], label: t('field.today') },
    { value: fiveDaysBack(now), label: t('field.fiveDaysBack') },
    { value: [daysBefore(now, 6), now], label: t('field.lastDays', { days: 7 }) },
    { value: [daysBefore(now, 29), now], label: t('field.lastDays', { days: 30 }) },
    { value: [daysBefore(now, 364), now], label: t('field.lastDays', { days: 365 }) },
  ];
}

/** From five days ago to today. */
export function fiveDaysBack(now: string): [string, string] {
  return [daysBefore(now, 5), now];
}

export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, FORMAT.length);
}

function DayFilter({ label, parameters, values, error, onChange }: FilterProps) {
  const [parameter = ''] = parameters;
  return (
    <DateField
      label={label}
      value={values[parameter]?.[0]}
      onChange={(day) => {
        onChange({ [parameter]: typeof day === 'string' ? day : undefined });
      }}
      error={error}
      required={false}
      maxLength={undefined}
      marks={{ 'data-path': parameter }}
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

/** A day that has come already, such as a birth date. */
export const pastDateKind: Kind = {
  ...dateKind,
  Input: (props) => <DateField {...props} latest={today()} />,
};

export const dateTimeKind: Kind = {
  show: (value) =>
    typeof value === 'string' ? <time dateTime={value}>{formatDateTime(value)}</time> : NOTHING,
  room: () => textWidth('2000-00-00 00:00', 400, 14),
  empty: null,
  Filter: PeriodFilter,
};

/** A birth date: lists and details get it masked, forms in full. */
export const birthDateKind: Kind = {
  ...pastDateKind,
  show: (value) => (typeof value === 'string' ? value : NOTHING),
};

// A date, typed or picked from a calendar. Text that cannot be parsed remains the field's value, so
// that the rules reject it. It is never replaced by another date.
import { Input, TextInput } from '@mantine/core';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { today } from '~/domain/time';
import { formatLongDate, formatMonth } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { useCalendar } from '~/kernel/i18n/use-calendar';
import { useControls, wantControls, type Controls } from '~/ui/controls/late';
import { CalendarIcon } from '~/ui/icons';
import { dayOrText, isDay, readDay } from './day';
import classes from './day-input.module.css';
import type { InputProps } from './kind';

export const DAY_FORMAT = 'YYYY-MM-DD';

interface DayInputProps extends Pick<InputProps, 'label' | 'error' | 'required' | 'disabled'> {
  /** A date, the text that could not be parsed, or an empty string. */
  value: string;
  onChange: (value: string) => void;
  /** Called when the user leaves the field, confirms it or picks a day. */
  onDone?: (value: string) => void;
  latest?: string | undefined;
  marks?: InputProps['marks'];
}

interface LocalisedProps {
  controls: Controls;
  children: ReactNode;
}

export function Localised({ controls: { DatesProvider }, children }: LocalisedProps) {
  return <DatesProvider settings={useCalendar()}>{children}</DatesProvider>;
}

/**
 * Returns the labels of the calendar and its arrows, and marks today's date in Seoul. It opens there
 * without a value: the browser's month may be another one.
 */
export function useCalendarTexts() {
  const t = useText();
  const now = today();
  return {
    defaultDate: now,
    getDayProps: (day: string) => (day === now ? { 'aria-current': 'date' as const } : {}),
    monthLabelFormat: formatMonth,
    getDayAriaLabel: formatLongDate,
    previousLabel: t('calendar.previous'),
    nextLabel: t('calendar.next'),
  };
}

/** Returns why a text is not a date, or undefined for a date or an empty text. */
export function useDayProblem(): (value: string) => string | undefined {
  const t = useText();
  return (value) => {
    if (value === '' || isDay(value)) return undefined;
    const reading = readDay(value);
    return t(
      'problem' in reading && reading.problem === 'noSuchDay'
        ? 'field.noSuchDay'
        : 'field.dayFormats',
    );
  };
}

export function DayInput(props: DayInputProps) {
  const t = useText();
  const controls = useControls();
  const texts = useCalendarTexts();
  const problemOf = useDayProblem();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<{ text: string; value: string }>();
  const [month, setMonth] = useState<string>();
  const { value, latest } = props;
  // The value can also change from outside. Then the typed text is obsolete.
  const typing = typed?.value === value;
  const problem = problemOf(value);
  const error = typing && props.error === undefined ? undefined : (problem ?? props.error);

  const enter = (next: string) => {
    setTyped(undefined);
    props.onChange(next);
    props.onDone?.(next);
  };
  const open = () => {
    wantControls();
    setMonth(isDay(value) ? value : (latest ?? today()));
  };
  const close = () => {
    setMonth(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') open();
    if (event.key === 'Escape') close();
    if (event.key === 'Enter') {
      setTyped(undefined);
      close();
      props.onDone?.(value);
    }
  };
  // Placed over the input, which is rendered before the calendar's code is loaded and stays
  // afterwards.
  const calendar = controls && (
    <Localised controls={controls}>
      <controls.Popover
        opened={month !== undefined}
        position={error === undefined ? 'bottom-start' : 'top-start'}
        disabled={props.disabled}
        closeOnClickOutside={false}
        withRoles={false}
        shadow="sm"
        attributes={{ dropdown: { role: 'region', 'aria-label': t('calendar.label') } }}
      >
        <controls.Popover.Target>
          <span aria-hidden className={classes.anchor} />
        </controls.Popover.Target>
        <controls.Popover.Dropdown
          data-dates-dropdown
          // The field keeps the focus, so that the user can pick and type.
          onMouseDown={(event) => {
            event.preventDefault();
          }}
        >
          <controls.DatePicker
            value={isDay(value) ? value : null}
            onChange={(day) => {
              if (day !== null) enter(day);
              close();
            }}
            date={month ?? today()}
            onDateChange={setMonth}
            {...(latest !== undefined && { maxDate: latest })}
            {...texts}
          />
        </controls.Popover.Dropdown>
      </controls.Popover>
    </Localised>
  );
  return (
    <TextInput
      ref={input}
      data-dates-input
      label={props.label}
      value={typing ? typed.text : value}
      onChange={(event) => {
        const { value: text } = event.currentTarget;
        const next = dayOrText(text);
        setTyped({ text, value: next });
        if (month !== undefined && isDay(next)) setMonth(next);
        props.onChange(next);
      }}
      onClick={open}
      onKeyDown={onKeyDown}
      onBlur={() => {
        setTyped(undefined);
        close();
        props.onDone?.(value);
      }}
      placeholder={DAY_FORMAT}
      error={error}
      withAsterisk={props.required}
      aria-required={props.required}
      {...props.marks}
      // Escape closes the calendar first, and only then the dialog.
      data-mantine-stop-propagation={month !== undefined || undefined}
      disabled={props.disabled}
      autoComplete="off"
      maxLength={40}
      leftSection={<CalendarIcon size={16} stroke={1.6} aria-hidden />}
      rightSection={
        value !== '' &&
        !props.required &&
        !props.disabled && (
          <Input.ClearButton
            aria-label={t('field.clear')}
            onClick={() => {
              enter('');
              close();
              input.current?.focus();
            }}
          />
        )
      }
      inputContainer={(children) => (
        <div className={classes.input}>
          {children}
          {calendar}
        </div>
      )}
    />
  );
}

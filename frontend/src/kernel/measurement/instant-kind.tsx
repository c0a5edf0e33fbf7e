// A timestamp input: a date and a time, in Seoul time like everywhere in the console.
import { Button, Group, Input, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { today } from '~/domain/time';
import { dateTimeKind } from '~/kernel/field/date-kind';
import { DayInput } from '~/kernel/field/day-input';
import type { InputProps, Kind } from '~/kernel/field/kind';
import { formatDateTime } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';

/** Parses a time: `9:5` and `0905` are five past nine. */
function clockTime(typed: string): string {
  const [, hour = '', minute = ''] = /^\s*(\d{1,2}):?(\d{1,2})\s*$/.exec(typed) ?? [];
  return hour === '' ? typed.trim() : `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
}

/** Splits a timestamp, or the text entered instead of one. */
function partsOf(value: unknown): [day: string, time: string] {
  if (typeof value !== 'string') return ['', ''];
  const local = /Z$|[+-]\d\d:\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
  const [day = '', time = ''] = (local ? formatDateTime(value) : value).split(/[T ]/);
  return [day, time];
}

/**
 * Builds the value to send. It is in UTC, because the user states the time and not the local clock
 * of the measurement, which remains unchanged. An invalid timestamp is sent as entered, and
 * rejected.
 */
export function momentOf(day: string, time: string): string | null {
  if (day === '' && time === '') return null;
  const at = new Date(`${day}T${time}:00+09:00`);
  const isMoment =
    !Number.isNaN(at.getTime()) && formatDateTime(at.toISOString()) === `${day} ${time}`;
  return isMoment ? at.toISOString() : `${day}T${time}`;
}

/** Returns the current minute. A user who registers a new measurement does not know the second. */
function presentMoment(): [day: string, time: string] {
  return partsOf(new Date().toISOString());
}

function InstantInput(props: InputProps) {
  const t = useText();
  const clock = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<{ time: string; value: unknown }>();
  const [day, time] = partsOf(props.value);
  const isPresent = props.value === momentOf(...presentMoment());
  const change = (nextDay: string, nextTime: string) => {
    const value = momentOf(nextDay, clockTime(nextTime));
    setTyped({ time: nextTime, value });
    props.onChange(value);
  };
  return (
    <Input.Wrapper
      label={props.label}
      labelElement="div"
      withAsterisk={props.required}
      error={props.error}
    >
      <Group gap={6} wrap="nowrap" align="flex-start">
        <DayInput
          label={t('measurement.day')}
          value={day}
          onChange={(next) => {
            change(next, typed?.value === props.value ? (typed?.time ?? time) : time);
          }}
          latest={today()}
          error={undefined}
          required={props.required}
          disabled={props.disabled}
          marks={props.marks}
        />
        <TextInput
          ref={clock}
          label={t('measurement.time')}
          placeholder="09:30"
          inputMode="numeric"
          autoComplete="off"
          withAsterisk={props.required}
          w={96}
          value={typed?.value === props.value ? typed?.time : time}
          onChange={(event) => {
            change(day, event.currentTarget.value);
          }}
          disabled={props.disabled}
        />
        {props.isNew && (
          <Button
            variant="default"
            px="xs"
            mt={24}
            flex="none"
            // Keeps its space if the current time is already entered.
            style={isPresent ? { visibility: 'hidden' } : {}}
            onClick={() => {
              change(...presentMoment());
              // The button disappears, so the focus moves to the time that it has entered.
              clock.current?.focus();
            }}
          >
            {t('measurement.now')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}

export const instantKind: Kind = { ...dateTimeKind, Input: InstantInput };

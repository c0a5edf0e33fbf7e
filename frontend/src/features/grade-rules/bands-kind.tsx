// The cutoffs of conventions: for each indicator a number for each bound between two grades.
import { Input } from '@mantine/core';
import { useState } from 'react';
import type { InputProps, Kind } from '~/kernel/field/kind';
import { NOTHING } from '~/kernel/field/nothing';
import { NumberInput } from '~/kernel/field/number-input';
import { formatNumber } from '~/kernel/i18n/format';
import { leftToRight, useText } from '~/kernel/i18n/i18n';
import {
  bandsOf,
  boundsOf,
  indicatorsOf,
  intervalOf,
  isInOrder,
  ruleOf,
  withBound,
  type Band,
  type Indicator,
} from './bands';
import { gradeAt, nameOfIndicator } from './grade-words';
import { NumberLine } from './number-line';
import classes from './number-line.module.css';

const figure = (cut: number) => formatNumber(cut);

function BandsInput({ label, value, onChange, error, marks }: InputProps) {
  const bands = bandsOf(value);
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      {indicatorsOf(bands).map((indicator, index) => (
        <Bounds
          key={indicator}
          indicator={indicator}
          bands={bands}
          onChange={onChange}
          {...(index === 0 && { marks })}
        />
      ))}
    </Input.Wrapper>
  );
}

interface BoundsProps {
  indicator: Indicator;
  bands: readonly Band[];
  onChange: (bands: Band[]) => void;
  marks?: InputProps['marks'];
}

function Bounds({ indicator, bands, onChange, marks }: BoundsProps) {
  const t = useText();
  const bounds = boundsOf(bands, indicator);
  const name = nameOfIndicator(indicator);
  return (
    <fieldset className={classes.bounds}>
      <legend>{name}</legend>
      <NumberLine
        indicator={indicator}
        rules={bands.filter((band) => band.indicator === indicator).map(ruleOf)}
        limits={[0, 100]}
        figure={figure}
      />
      <div className={classes.fields}>
        {bounds.map(({ at, grade, value }, index) => (
          <BoundInput
            key={at}
            label={t('gradeRules.begins', { grade: gradeAt(indicator, grade).name })}
            value={value}
            onChange={(bound) => {
              onChange(withBound(bands, at, bound));
            }}
            error={isInOrder(bounds, index) ? undefined : t('gradeRules.order')}
            marks={index === 0 ? marks : undefined}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface BoundInputProps {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
  error: string | undefined;
  marks: InputProps['marks'] | undefined;
}

function BoundInput({ value, onChange, marks, ...props }: BoundInputProps) {
  const t = useText();
  // What is no number stays in the field, is told there, and is no bound.
  const [unread, setUnread] = useState<string>();
  const isUnread = unread !== undefined && value === null;
  return (
    <NumberInput
      {...props}
      error={isUnread ? t('validation.type') : props.error}
      value={isUnread ? unread : value}
      onChange={(entered) => {
        setUnread(typeof entered === 'string' ? entered : undefined);
        onChange(typeof entered === 'number' ? entered : null);
      }}
      {...marks}
    />
  );
}

/** The bounds, with one line per indicator. */
function Bands({ bands }: { bands: readonly Band[] }) {
  useText();
  if (bands.length === 0) return NOTHING;
  return (
    <ul className={classes.brief}>
      {indicatorsOf(bands).map((indicator) => (
        <li key={indicator}>
          {nameOfIndicator(indicator)}{' '}
          {leftToRight(
            boundsOf(bands, indicator)
              .map(({ value }) => (value === null ? '–' : figure(value)))
              .join(' · '),
          )}
        </li>
      ))}
    </ul>
  );
}

/** Histories hold the form's value as text. */
function read(text: string): readonly Band[] {
  try {
    return bandsOf(JSON.parse(text));
  } catch {
    return [];
  }
}

const keyOf = ({ indicator, grade }: Band) => `${indicator} ${String(grade)}`;

export const bandsKind: Kind = {
  show: (value) => <Bands bands={bandsOf(value)} />,
  showText: (text) => <Bands bands={read(text)} />,
  entries: {
    of: (value) => new Map(bandsOf(value).map((band) => [keyOf(band), band])),
    together: (bands) => [...bands.values()],
    nameOf: (key) => {
      const [indicator = '', grade = ''] = key.split(' ');
      const known = indicator as Indicator;
      return `${nameOfIndicator(known)} · ${gradeAt(known, Number(grade)).name}`;
    },
    show: (entry) =>
      entry === undefined ? NOTHING : leftToRight(intervalOf(ruleOf(entry as Band), figure)),
  },
  empty: [],
  wide: true,
  Input: BandsInput,
};

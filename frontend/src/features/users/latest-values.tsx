// The latest value of each indicator, with its grade and its change.
import type { ReactNode } from 'react';
import { today } from '~/domain/time';
import { NOTHING } from '~/kernel/field/nothing';
import { GradeBadge } from '~/kernel/grade/grade-badge';
import { formatChange, formatDay, formatNumber } from '~/kernel/i18n/format';
import { leftToRight, useText } from '~/kernel/i18n/i18n';
import { unitName } from '~/kernel/i18n/units';
import { AscendingIcon, DescendingIcon, UnchangedIcon } from '~/ui/icons';
import {
  changeOf,
  INDICATORS,
  latestOf,
  type Indicator,
  type Latest,
} from '~/kernel/measurement/physical-indicators';
import classes from './latest-values.module.css';
import type { Measurement } from './own-measurements';

interface LatestValuesProps {
  /** Newest first. */
  measurements: readonly Measurement[];
  /** Whether to show findings about a value. */
  detailed?: boolean;
}

export function LatestValues({ measurements, detailed = false }: LatestValuesProps) {
  return (
    <ul className={classes.cards}>
      {INDICATORS.map((indicator) => {
        const latest = latestOf(indicator, measurements);
        return (
          latest && (
            <ValueCard
              key={indicator.name}
              indicator={indicator}
              latest={latest}
              newest={latest.measurement === measurements[0]}
              detailed={detailed}
            />
          )
        );
      })}
    </ul>
  );
}

interface ValueCardProps {
  indicator: Indicator;
  latest: Latest;
  /** Whether it is from the latest measurement or an earlier one. */
  newest: boolean;
  detailed: boolean;
}

function ValueCard({ indicator, latest, newest, detailed }: ValueCardProps) {
  const t = useText();
  const { measurement } = latest;
  const grade = indicator.grade?.of(measurement) ?? null;
  return (
    <li className={classes.card}>
      <span className={classes.name}>{t(indicator.shortLabel ?? indicator.label)}</span>
      <div className={classes.value}>
        <bdi className={classes.figure}>{figureOf(indicator, measurement)}</bdi>
        {indicator.unit !== undefined && (
          <span className={classes.unit}>{unitName(indicator.unit)}</span>
        )}
      </div>
      <Change indicator={indicator} latest={latest} />
      {!newest && (
        <div className={classes.note}>
          {t('ownMeasurement.measuredOn', { date: formatDay(measurement.measuredAt, today()) })}
        </div>
      )}
      {detailed && <Finding indicator={indicator} measurement={measurement} />}
      {indicator.grade && grade !== null && (
        <div className={classes.grade}>
          <GradeBadge scale={indicator.grade.scale} grade={grade} />
        </div>
      )}
    </li>
  );
}

/**
 * Formats the value in the usual notation; a blood pressure has two values separated by a slash.
 */
export function figureOf({ parts, decimals }: Indicator, measurement: Measurement): string {
  return parts
    .map((part) => {
      const value = part.of(measurement);
      return value === null ? NOTHING : formatNumber(value, decimals);
    })
    .join('/');
}

function Change({ indicator, latest }: { indicator: Indicator; latest: Latest }) {
  const t = useText();
  if (!latest.previous)
    return <div className={classes.change}>{t('ownMeasurement.firstValue')}</div>;
  const { parts, decimals } = indicator;
  const date = formatDay(latest.previous.measuredAt, today());
  const changes = parts.map((part) => changeOf(part, decimals, latest));
  const known = changes.filter((change) => change !== null);
  if (known.length === 0) return null;
  if (known.every((change) => change === 0)) {
    return (
      <ChangeLine icon={<UnchangedIcon size={14} stroke={2} aria-hidden />}>
        {t('ownMeasurement.unchanged', { date })}
      </ChangeLine>
    );
  }
  // Isolated, so that a sign precedes its number in every text direction.
  const figures = changes
    .map((one) => (one === null ? NOTHING : formatChange(one, decimals)))
    .join('/');
  return (
    <ChangeLine icon={<Direction changes={known} />}>
      {t('ownMeasurement.changed', { date, change: leftToRight(figures) })}
    </ChangeLine>
  );
}

/** Up or down if all values changed in the same direction. */
function Direction({ changes }: { changes: readonly number[] }) {
  const Shape = changes.every((change) => change >= 0)
    ? AscendingIcon
    : changes.every((change) => change <= 0)
      ? DescendingIcon
      : undefined;
  return Shape && <Shape size={14} stroke={2} aria-hidden />;
}

function ChangeLine({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.change}>
      {icon}
      <span>{children}</span>
    </div>
  );
}

/** A finding about the value, in one line. */
function Finding({ indicator, measurement }: { indicator: Indicator; measurement: Measurement }) {
  const t = useText();
  const found: string[] = [];
  if (indicator.name === 'bmi') {
    if (measurement.heightCm !== null) {
      const height = formatNumber(measurement.heightCm, 1);
      found.push(t('ownMeasurement.byHeight', { height }));
    }
    if (measurement.obesityClass3) found.push(t('measurement.obesityClass3'));
  }
  if (indicator.name === 'bloodPressure') {
    if (measurement.setting === 'HOME') found.push(t('ownMeasurement.takenAtHome'));
    if (measurement.isolatedSystolic) found.push(t('measurement.isolatedSystolic'));
  }
  return found.length > 0 && <div className={classes.note}>{found.join(' · ')}</div>;
}

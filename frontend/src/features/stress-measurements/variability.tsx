// Heart rate variability: computed values next to the device's, Korean reference values, and the
// intervals.
import { Stack, Text } from '@mantine/core';
import { NOTHING } from '~/kernel/field/nothing';
import { formatChange, formatNumber } from '~/kernel/i18n/format';
import { leftToRight, useText, type MessageKey } from '~/kernel/i18n/i18n';
import { formatMeasure, type Unit } from '~/kernel/i18n/units';
import { FieldList } from '~/kernel/resource/field-list';
import { IntervalDrawings } from './interval-drawings';
import classes from './results.module.css';
import { HOW, type StressMeasurement } from './stress-fields';

interface Value {
  name: string;
  label: MessageKey;
  unit?: Unit;
  computed: number | null;
  device: number | null;
}

/** Returns each value from both sources. */
function valuesOf(record: StressMeasurement): Value[] {
  const { computed } = record;
  const of = (
    name: string,
    label: MessageKey,
    unit: Unit | undefined,
    ofIntervals: number | null | undefined,
    device: number | null,
  ): Value => ({ name, label, ...(unit && { unit }), computed: ofIntervals ?? null, device });
  return [
    of(
      'heartRate',
      'stress.heartRate',
      'unit.beatsPerMinute',
      computed?.heartRate,
      record.heartRate,
    ),
    of('meanNn', 'stress.computedMeanNn', 'unit.millisecond', computed?.meanNn, null),
    of('sdnn', 'stress.sdnn', 'unit.millisecond', computed?.sdnn, record.sdnn),
    of('rmssd', 'stress.rmssd', 'unit.millisecond', computed?.rmssd, record.rmssd),
    of('pnn50', 'stress.pnn50', 'unit.percent', computed?.pnn50, record.pnn50),
    of('stressIndex', 'stress.stressIndex', undefined, computed?.stressIndex, record.stressIndex),
    of('tp', 'stress.tp', 'unit.squareMillisecond', null, record.tp),
    of('lf', 'stress.lf', 'unit.squareMillisecond', null, record.lf),
    of('hf', 'stress.hf', 'unit.squareMillisecond', null, record.hf),
  ].filter((value) => value.computed !== null || value.device !== null);
}

export function Variability({ record }: { record: StressMeasurement }) {
  const t = useText();
  const values = valuesOf(record);
  const usual = new Map((record.usual ?? []).map((one) => [one.name, one]));
  const shown = (value: number | null, unit?: Unit) =>
    value === null ? NOTHING : formatMeasure(value, 1, unit);
  return (
    <Stack gap="lg">
      {values.length > 0 && (
        <div
          className={classes.scroll}
          tabIndex={0}
          role="region"
          aria-label={t('stress.variability')}
        >
          <table className={classes.table}>
            <thead>
              <tr>
                <td />
                <th scope="col">{t('stress.computed')}</th>
                <th scope="col">{t('stress.device')}</th>
                <th scope="col">{t('stress.difference')}</th>
                <th scope="col" className={classes.wide}>
                  {t('stress.norm')}
                </th>
              </tr>
            </thead>
            <tbody>
              {values.map(({ name, label, unit, computed, device }) => {
                const norm = usual.get(name);
                return (
                  <tr key={name}>
                    <th scope="row">
                      {t(label)}
                      {norm && (
                        <small className={classes.narrow}>
                          {t('stress.norm')} <span>{normText(norm)}</span>
                        </small>
                      )}
                    </th>
                    <td>{shown(computed, unit)}</td>
                    <td>{shown(device, unit)}</td>
                    <td>
                      {computed === null || device === null
                        ? NOTHING
                        : leftToRight(formatChange(differenceOf(device, computed), 1))}
                    </td>
                    <td className={classes.wide}>{norm ? normText(norm) : NOTHING}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      <FieldList fields={HOW} record={record} />
      {record.computed && record.nnIntervals.length > 1 ? (
        <IntervalDrawings intervals={record.nnIntervals} computed={record.computed} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('stress.noIntervals')}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t('stress.normNotice')}
      </Text>
    </Stack>
  );
}

function normText({ mean, deviation }: { mean: number; deviation: number }): string {
  return leftToRight(`${formatNumber(mean, 1)} ± ${formatNumber(deviation, 1)}`);
}

/** Subtracts the rounded values, so that the figures shown add up. */
export function differenceOf(device: number, computed: number): number {
  return (Math.round(device * 10) - Math.round(computed * 10)) / 10;
}

// The acuities of a measurement: for each eye and both together, with the correction, on every
// scale.
import { formatNumber } from '~/kernel/i18n/format';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { snellenLine } from '~/kernel/measurement/acuity';
import { Dotted } from '~/ui/dotted';
import { formatAcuity } from './acuity-kind';
import classes from './eyes-table.module.css';
import type { Scale, VisionMeasurement } from './vision-fields';

const EYES = [
  { eye: 'RIGHT', of: 'right', label: 'vision.right' },
  { eye: 'LEFT', of: 'left', label: 'vision.left' },
  { eye: 'BOTH', of: 'both', label: 'vision.both' },
] as const satisfies readonly { eye: Scale['eye']; of: string; label: MessageKey }[];

const STATES = [
  { state: 'UNCORRECTED', of: 'Uncorrected', label: 'vision.uncorrected' },
  { state: 'PRESENTING', of: 'Presenting', label: 'vision.presenting' },
  { state: 'BEST_CORRECTED', of: 'BestCorrected', label: 'vision.bestCorrected' },
] as const satisfies readonly { state: Scale['state']; of: string; label: MessageKey }[];

export function AcuityTable({ record }: { record: VisionMeasurement }) {
  const t = useText();
  return (
    <table className={classes.table}>
      <caption>{t('vision.acuity')}</caption>
      <thead>
        <tr>
          <td />
          {EYES.map(({ eye, label }) => (
            <th key={eye} scope="col">
              {t(label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {STATES.map(({ state, of, label }) => (
          <tr key={state}>
            <th scope="row">{t(label)}</th>
            {EYES.map((eye) => (
              <td key={eye.eye}>
                {formatAcuity(record[`${eye.of}${of}`])}
                <OnScales
                  scale={record.scales.find((one) => one.eye === eye.eye && one.state === state)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function OnScales({ scale }: { scale: Scale | undefined }) {
  if (!scale) return null;
  const told = [
    `logMAR ${formatNumber(scale.logMar, 2)}`,
    `6/${formatNumber(snellenLine(scale.snellenMetres, 6))}`,
    `20/${formatNumber(snellenLine(scale.snellenFeet, 20))}`,
  ];
  return (
    <small>
      <Dotted parts={told} />
    </small>
  );
}

// The points of the CIST domains, each with its maximum.
import { formatNumber } from '~/kernel/i18n/format';
import { NOTHING } from '~/kernel/field/nothing';
import { useText } from '~/kernel/i18n/i18n';
import type { DementiaScreening } from './dementia-fields';
import { POINTS } from './instruments';
import classes from './points.module.css';

export function PointsTable({ record }: { record: DementiaScreening }) {
  const t = useText();
  return (
    <table className={classes.table}>
      <tbody>
        {POINTS.map(({ name, label, most }) => {
          const points = record[name];
          return (
            <tr key={name}>
              <th scope="row">{t(label)}</th>
              <td className={classes.bar} aria-hidden>
                <meter min={0} max={most} value={points ?? 0} />
              </td>
              <td>
                {points === null
                  ? NOTHING
                  : t('dementia.scoreOf', {
                      score: formatNumber(points),
                      most: formatNumber(most),
                    })}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

// A table of norms: ages in rows, years of education in columns.
import { NOTHING } from '~/kernel/field/nothing';
import { leftToRight, useText } from '~/kernel/i18n/i18n';
import classes from './norm-table.module.css';
import type { Norm } from './norms-text';

/** Formats `60–69`, or `80–` without an upper bound. */
function range(from: number, to: number | null): string {
  if (from === to) return String(from);
  return leftToRight(`${String(from)}–${to === null ? '' : String(to)}`);
}

const agesOf = ({ ageFrom, ageTo }: Norm) => range(ageFrom, ageTo);
const yearsOf = ({ educationFrom, educationTo }: Norm) => range(educationFrom, educationTo);

/** Returns the distinct ranges, sorted by lower bound. */
function ranges(
  norms: readonly Norm[],
  nameOf: (norm: Norm) => string,
  startOf: (norm: Norm) => number,
): string[] {
  const inOrder = norms.toSorted((one, other) => startOf(one) - startOf(other));
  return [...new Set(inOrder.map(nameOf))];
}

export function NormTable({ norms }: { norms: readonly Norm[] }) {
  const t = useText();
  const ages = ranges(norms, agesOf, ({ ageFrom }) => ageFrom);
  const years = ranges(norms, yearsOf, ({ educationFrom }) => educationFrom);
  const cuts = new Map(norms.map((norm) => [`${agesOf(norm)} ${yearsOf(norm)}`, norm.cut]));
  return (
    <div className={classes.around} tabIndex={0} role="region" aria-label={t('dementia.normTable')}>
      <table className={classes.table}>
        <caption>{t('dementia.normTable')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('dementia.ages')}</th>
            {years.map((range) => (
              <th key={range} scope="col">
                {t('dementia.yearsOfEducation', { range })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ages.map((age) => (
            <tr key={age}>
              <th scope="row">{t('dementia.agesOf', { range: age })}</th>
              {years.map((range) => (
                <td key={range}>{cuts.get(`${age} ${range}`) ?? NOTHING}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

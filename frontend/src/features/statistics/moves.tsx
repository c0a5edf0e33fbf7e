// Changes of grades: a row for each former grade, a column for each current grade.
import type { Answer } from '~/domain/client';
import { GradeBadge } from '~/kernel/grade/grade-badge';
import { SCALES } from '~/kernel/grade/grade-scales';
import { useText } from '~/kernel/i18n/i18n';
import { Figure } from '~/kernel/statistics/figure';
import figures from '~/kernel/statistics/statistics.module.css';
import { indicatorName } from './indicators';
import classes from './page.module.css';

type Row = Answer<'GetAttentionStatistics'>['rows'][number];

export function Moves({ row: { indicator, grades, moves } }: { row: Row }) {
  const t = useText();
  const scale = SCALES[indicator];
  const label = t('statistics.movesOf', { indicator: indicatorName(indicator) });
  const moved = (from: string, to: string) =>
    moves.find((move) => move.from === from && move.to === to);
  return (
    <section className={classes.rows}>
      <h2 className={classes.heading}>{label}</h2>
      <p className={classes.notes}>{t('statistics.movesHint')}</p>
      <div className={figures.scroll} tabIndex={0} role="region" aria-label={label}>
        <table className={figures.table} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{t('statistics.thenAndNow')}</th>
              {grades.map(({ grade }) => (
                <th key={grade} scope="col">
                  <GradeBadge scale={scale} grade={grade} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {grades.map(({ grade: from }) => (
              <tr key={from}>
                <th scope="row">
                  <GradeBadge scale={scale} grade={from} />
                </th>
                {grades.map(({ grade: to }) => {
                  const move = moved(from, to);
                  return (
                    <td key={to} data-numeric data-same={from === to || undefined}>
                      {/* The server omits zero counts. */}
                      <Figure value={move ? move.people : 0} />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

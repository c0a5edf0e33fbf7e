// The effect of a version on people who have been measured, from grade to grade. It is computed in
// the background.
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatNumber } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import type { Indicator, Version } from './bands';
import { nameOfIndicator, nameOfWord } from './grade-words';
import classes from './number-line.module.css';

/** Polling interval in milliseconds until everything is counted. */
const PAUSE = 2_000;

export function Effect({ effect }: { effect: NonNullable<Version['effect']> }) {
  const t = useText();
  const { countedAt, measurements, changes } = effect;
  const isCounted = countedAt !== null;
  const queries = useQueryClient();
  useEffect(() => {
    if (isCounted) return undefined;
    const timer = setInterval(() => {
      void queries.invalidateQueries({ queryKey: ['grade-rule-versions', 'detail'] });
    }, PAUSE);
    return () => {
      clearInterval(timer);
    };
  }, [isCounted, queries]);
  const gradeOf = (indicator: Indicator, word: string | null) =>
    word === null ? t('gradeRules.noGrade') : nameOfWord(indicator, word);
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {t(isCounted ? 'gradeRules.effectNotice' : 'gradeRules.counting', { count: measurements })}
      </Text>
      {isCounted && changes.length === 0 && <Text size="sm">{t('gradeRules.noEffect')}</Text>}
      {changes.length > 0 && (
        <div
          className={classes.around}
          tabIndex={0}
          role="region"
          aria-label={t('gradeRules.effect')}
        >
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('gradeRules.indicator')}</th>
                <th scope="col">{t('gradeRules.gradeBefore')}</th>
                <th scope="col">{t('gradeRules.gradeAfter')}</th>
                <th scope="col">{t('gradeRules.count')}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ indicator, from, to, count }) => (
                <tr key={[indicator, from, to].join(' ')}>
                  <th scope="row">{nameOfIndicator(indicator)}</th>
                  <td>{gradeOf(indicator, from)}</td>
                  <td>{gradeOf(indicator, to)}</td>
                  <td>{formatNumber(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

// The notes of every statistic: its period and the one it is compared with, the time up to which it
// is complete, whether counting continues, and what is not told: small groups, exact figures, and
// what the user may not read.
import { Dotted } from '~/ui/dotted';
import { formatList } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { useCountedWords } from '~/kernel/i18n/counted-words';
import { periodName } from '~/kernel/statistics/bucket-name';
import { indicatorName } from './indicators';
import { caseName, categoryName } from './names';
import classes from './page.module.css';
import type { Frame } from './statistic';

/** Returns the names of what is left out; a statistic has them in one of the lists. */
function leftOutNames({ categories, testCases, graded, measured }: Frame['leftOut']): string[] {
  return [
    ...categories.map(categoryName),
    ...testCases.map(caseName),
    ...graded.map(indicatorName),
    ...measured.map(indicatorName),
  ];
}

export function FrameNotes({ frame }: { frame: Frame }) {
  const t = useText();
  const countedWords = useCountedWords();
  const { period, previous, bucket } = frame;
  const leftOut = leftOutNames(frame.leftOut);
  return (
    <p className={classes.notes} role="status">
      <Dotted
        parts={[
          `${t('statistics.period')} ${periodName(period)} (${t(`statistics.bucket.${bucket}`)})`,
          previous && `${t('statistics.comparison')} ${periodName(previous)}`,
          ...countedWords(frame),
          frame.hasHidden ? t('statistics.hasHidden') : undefined,
          frame.isRounded ? t('statistics.isRounded') : undefined,
          leftOut.length > 0 ? t('statistics.leftOut', { names: formatList(leftOut) }) : undefined,
        ]}
      />
    </p>
  );
}

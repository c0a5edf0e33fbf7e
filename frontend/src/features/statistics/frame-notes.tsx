// The notes of every statistic: its period and the one it is compared with, the time up to which it
// is complete, whether counting continues, and whether groups were too small to show.
import { Dotted } from '~/ui/dotted';
import { useText } from '~/kernel/i18n/i18n';
import { useCountedWords } from '~/kernel/i18n/counted-words';
import { periodName } from '~/kernel/statistics/bucket-name';
import classes from './page.module.css';
import type { Frame } from './statistic';

export function FrameNotes({ frame }: { frame: Frame }) {
  const t = useText();
  const countedWords = useCountedWords();
  const { period, previous, bucket } = frame;
  return (
    <p className={classes.notes} role="status">
      <Dotted
        parts={[
          `${t('statistics.period')} ${periodName(period)} (${t(`statistics.bucket.${bucket}`)})`,
          previous && `${t('statistics.comparison')} ${periodName(previous)}`,
          ...countedWords(frame),
          frame.hasHidden ? t('statistics.hasHidden') : undefined,
        ]}
      />
    </p>
  );
}

// The notes of every statistic: the time up to which it is complete, whether counting continues,
// and whether groups were too small to show.
import { Dotted } from '~/ui/dotted';
import { useText } from '~/kernel/i18n/i18n';
import { useCountedWords } from '~/kernel/i18n/counted-words';
import classes from './page.module.css';
import type { Frame } from './statistic';

export function FrameNotes({ frame }: { frame: Frame }) {
  const t = useText();
  const countedWords = useCountedWords();
  return (
    <p className={classes.notes} role="status">
      <Dotted
        parts={[...countedWords(frame), frame.hasHidden ? t('statistics.hasHidden') : undefined]}
      />
    </p>
  );
}

// What every statistic says of itself: until when everything is counted, whether it is still being counted, and whether
// groups were too small to be told.
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

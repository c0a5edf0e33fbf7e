// What every statistic says of itself: until when everything is counted, whether it is still being counted, and whether
// groups were too small to be told.
import { Dotted } from '~/ui/dotted';
import { formatDateTime } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import classes from './page.module.css';
import type { Frame } from './statistic';

export function FrameNotes({ frame }: { frame: Frame }) {
  const t = useText();
  const [day = '', time = ''] = formatDateTime(frame.countedAt).split(' ');
  const [hour = '', minute = ''] = time.split(':');
  return (
    <p className={classes.notes} role="status">
      <Dotted
        parts={[
          t('statistics.countedAt', { day, hour, minute }),
          frame.isCounting ? t('statistics.isCounting') : undefined,
          frame.hasHidden ? t('statistics.hasHidden') : undefined,
        ]}
      />
    </p>
  );
}

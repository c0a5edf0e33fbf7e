// The remaining validity of a code in seconds, as a bar and as text. Screen readers read a timer on
// request, not every second.
import { useText } from '~/kernel/i18n/i18n';
import classes from './countdown.module.css';

const VALID_SECONDS = 120;
/** Below this, it is better to wait for the next code. */
const ENDING_SECONDS = 10;

export function Countdown({ seconds }: { seconds: number | undefined }) {
  const t = useText();
  return (
    <div className={classes.countdown} data-ending={(seconds ?? VALID_SECONDS) <= ENDING_SECONDS}>
      <div className={classes.track} aria-hidden>
        {/* Each code has a new bar, which starts full and shrinks. */}
        {seconds !== undefined && (
          <div
            className={classes.bar}
            style={{ inlineSize: `${String((100 * seconds) / VALID_SECONDS)}%` }}
          />
        )}
      </div>
      <div className={classes.words} role="timer" data-numeric>
        {seconds !== undefined && t('qrLogin.remaining', { seconds })}
      </div>
    </div>
  );
}

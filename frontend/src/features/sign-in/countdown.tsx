// The seconds that a code still holds, as a bar and in words. A timer is read on request, not each second.
import { useText } from '~/kernel/i18n/i18n';
import classes from './countdown.module.css';

const VALID_SECONDS = 120;
/** From here on it is worth waiting for the next code. */
const ENDING_SECONDS = 10;

export function Countdown({ seconds }: { seconds: number | undefined }) {
  const t = useText();
  return (
    <div className={classes.countdown} data-ending={(seconds ?? VALID_SECONDS) <= ENDING_SECONDS}>
      <div className={classes.track} aria-hidden>
        {/* Each code brings its own bar, which is full at once and only then goes down. */}
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

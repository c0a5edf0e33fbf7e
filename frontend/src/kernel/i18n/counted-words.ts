// The time up to which a statistic was counted, as text.
import { formatDateTime } from './format';
import { useText } from './i18n';

export interface CountState {
  countedAt: string;
  /** Whether newer data are waiting to be counted. */
  isCounting: boolean;
}

export function useCountedWords(): (counted: CountState) => (string | undefined)[] {
  const t = useText();
  return ({ countedAt, isCounting }) => {
    const [day = '', time = ''] = formatDateTime(countedAt).split(' ');
    return [
      t('statistics.countedAt', { day, time }),
      isCounting ? t('statistics.isCounting') : undefined,
    ];
  };
}

// Until when something was counted, in words.
import { formatDateTime } from './format';
import { useText } from './i18n';

export interface Counted {
  countedAt: string;
  /** Something behind it waits. */
  isCounting: boolean;
}

export function useCountedWords(): (counted: Counted) => (string | undefined)[] {
  const t = useText();
  return ({ countedAt, isCounting }) => {
    const [day = '', time = ''] = formatDateTime(countedAt).split(' ');
    return [
      t('statistics.countedAt', { day, time }),
      isCounting ? t('statistics.isCounting') : undefined,
    ];
  };
}

// Until when something was counted, in words. They are said on the first page too, so they come with the console and not
// with the statistics.
import { formatDateTime } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';

export interface Counted {
  countedAt: string;
  /** Something behind it waits. */
  isCounting: boolean;
}

export function useCountedWords(): (counted: Counted) => (string | undefined)[] {
  const t = useText();
  return ({ countedAt, isCounting }) => {
    const [day = '', time = ''] = formatDateTime(countedAt).split(' ');
    const [hour = '', minute = ''] = time.split(':');
    return [
      t('statistics.countedAt', { day, hour, minute }),
      isCounting ? t('statistics.isCounting') : undefined,
    ];
  };
}

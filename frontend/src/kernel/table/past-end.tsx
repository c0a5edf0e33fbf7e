// Shown for a page number past the last page, with links to existing pages.
import { Button } from '@mantine/core';
import { formatNumber } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { NoMatchIcon } from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';

export interface PastEndProps {
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
  onPage: (page: number) => void;
}

export default function PastEnd({ page, pageSize, total, totalIsExact, onPage }: PastEndProps) {
  const t = useText();
  const last = Math.max(0, Math.ceil(total / pageSize) - 1);
  const to = (wanted: number, text: string) => (
    <Button
      variant="default"
      onClick={() => {
        onPage(wanted);
      }}
    >
      {text}
    </Button>
  );
  return (
    <StateMessage
      icon={NoMatchIcon}
      title={t('state.pastEnd')}
      actions={
        <>
          {to(0, t('pager.first'))}
          {/* With an inexact total, the page that certainly exists is not called the last. */}
          {last > 0 &&
            last < page &&
            to(
              last,
              totalIsExact ? t('pager.last') : t('pager.to', { page: formatNumber(last + 1) }),
            )}
          {!totalIsExact && page - 1 > last && to(page - 1, t('pager.previous'))}
        </>
      }
    >
      {t('state.pastEndHint')}
    </StateMessage>
  );
}

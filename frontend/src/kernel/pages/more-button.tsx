// Loads the next page of a growing list, if there is one.
import { Button } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';

interface MoreButtonProps {
  pages: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
}

export function MoreButton({ pages }: MoreButtonProps) {
  const t = useText();
  if (!pages.hasNextPage) return null;
  return (
    <Button
      variant="default"
      loading={pages.isFetchingNextPage}
      onClick={() => void pages.fetchNextPage()}
    >
      {t('revision.more')}
    </Button>
  );
}

// The page for unknown addresses.
import { Button } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { NotFoundIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { StateMessage } from '~/ui/state-message';

export function Component() {
  const t = useText();
  usePageTitle(t('state.pageNotFound'));
  return (
    <StateMessage
      wholePage
      icon={NotFoundIcon}
      title={t('state.pageNotFound')}
      actions={
        <Button component={Link} to="/" variant="default">
          {t('action.goHome')}
        </Button>
      }
    >
      {t('state.pageNotFoundHint')}
    </StateMessage>
  );
}

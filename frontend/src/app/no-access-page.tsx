// The page for screens that the user's permission group does not include.
import { Button } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { NoAccessIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { StateMessage } from '~/ui/state-message';

export function NoAccessPage() {
  const t = useText();
  usePageTitle(t('state.noAccess'));
  return (
    <StateMessage
      wholePage
      icon={NoAccessIcon}
      title={t('state.noAccess')}
      actions={
        <Button component={Link} to="/" variant="default">
          {t('action.goHome')}
        </Button>
      }
    >
      {t('state.noAccessHint')}
    </StateMessage>
  );
}

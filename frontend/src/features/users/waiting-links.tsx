// A notice on the home page that a company waits for the member's answer.
import { Alert, Anchor } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';
import { LinkedIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { useHasLink } from './own-links';
import { ME } from './screens';

export function WaitingLinks() {
  const t = useText();
  if (!useHasLink('REQUESTED')) return null;
  return (
    <Alert variant="light" mb="lg" icon={<LinkedIcon size={18} stroke={1.6} />}>
      <Anchor component={Link} to={ME.path} fw={600}>
        {t('ownLink.waiting')}
      </Anchor>
    </Alert>
  );
}

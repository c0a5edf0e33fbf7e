// The way to the members of companies, on whose pages users are registered by hand.
import { Button } from '@mantine/core';
import { Link } from '~/ui/link';
import { useAccess } from '~/kernel/access/access';
import { useText } from '~/kernel/i18n/i18n';
import { MEMBERS_PATH } from '~/kernel/screen/known-paths';

/** For whoever may see them. */
export function ToMembers() {
  const t = useText();
  if (!useAccess(MEMBERS_PATH).read) return null;
  return (
    <Button component={Link} to={MEMBERS_PATH} variant="default">
      {t('member.title')}
    </Button>
  );
}

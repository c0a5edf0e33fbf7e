// A link to the members of companies, on whose pages users are registered manually.
import { Button } from '@mantine/core';
import { Link } from '~/ui/link';
import { useAccess } from '~/kernel/access/access';
import { useText } from '~/kernel/i18n/i18n';
import { MEMBERS_PATH } from '~/kernel/screen/known-paths';

/** Only if the user may see members. */
export function ToMembers() {
  const t = useText();
  if (!useAccess(MEMBERS_PATH).read) return null;
  return (
    <Button component={Link} to={MEMBERS_PATH} variant="default">
      {t('member.title')}
    </Button>
  );
}

// The members of companies whom a user is or was linked with. They are linked and ended where the members are.
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useAccess } from '~/kernel/access/access';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDate } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { LINK_TONES } from '~/kernel/link/link-tones';
import { MEMBERS_PATH } from '~/kernel/screen/known-paths';
import { Dotted } from '~/ui/dotted';
import { LinkedIcon } from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';
import { ToneBadge } from '~/ui/tone-badge';
import { useUserLinks } from './use-user-links';

export function UserLinks({ userId }: { userId: number }) {
  const t = useText();
  const access = useAccess(MEMBERS_PATH);
  const links = useUserLinks(userId);
  if (links.isPending) return <FieldsSkeleton />;
  if (links.isError) return <QueryError error={links.error} retry={() => void links.refetch()} />;
  if (links.data.length === 0) {
    return (
      <StateMessage icon={LinkedIcon} title={t('user.noLinks')}>
        {t('user.noLinksHint')}
      </StateMessage>
    );
  }
  return (
    <Stack gap="sm">
      {links.data.map((link) => (
        <div key={link.linkId}>
          <Group gap="xs">
            {access.read ? (
              <Anchor component={Link} to={`${MEMBERS_PATH}/${String(link.memberId)}`} fw={550}>
                <bdi>{link.memberName}</bdi>
              </Anchor>
            ) : (
              <Text fw={550} component="bdi">
                {link.memberName}
              </Text>
            )}
            <ToneBadge tone={LINK_TONES[link.state]}>
              {textIfKnown(`link.state.${link.state}`)}
            </ToneBadge>
          </Group>
          <Text size="sm" c="dimmed">
            <Dotted
              parts={[
                link.companyName,
                link.memberNo,
                link.evidence && textIfKnown(`evidence.${link.evidence}`),
                formatDate(link.closedAt ?? link.activatedAt ?? link.createdAt),
              ]}
            />
          </Text>
        </div>
      ))}
    </Stack>
  );
}

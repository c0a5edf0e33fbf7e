// Who read the personal data of a user in the companies that the reader works with: by the members whom the user is
// linked with, since what is read is the company's record.
import { Stack, Title } from '@mantine/core';
import { WhoRead } from '~/kernel/access/who-read';
import { useText } from '~/kernel/i18n/i18n';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { QueryError } from '~/kernel/errors/query-error';
import { Dotted } from '~/ui/dotted';
import { EyeIcon } from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';
import { useActiveLinks } from './use-user-links';

export function UserAccess({ userId }: { userId: number }) {
  const t = useText();
  const links = useActiveLinks(userId);
  if (links.isPending) return <FieldsSkeleton />;
  if (links.isError) return <QueryError error={links.error} retry={() => void links.refetch()} />;
  if (links.data.length === 0) return <StateMessage icon={EyeIcon} title={t('user.noLinks')} />;
  return (
    <Stack gap="lg">
      {links.data.map(({ linkId, memberId, companyName, memberNo }) => (
        <section key={linkId}>
          {links.data.length > 1 && (
            <Title order={2} size="h5" mb="xs">
              <Dotted parts={[companyName, memberNo]} />
            </Title>
          )}
          <WhoRead memberId={memberId} />
        </section>
      ))}
    </Stack>
  );
}

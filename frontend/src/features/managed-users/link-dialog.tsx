// Links a user, who is present, immediately with a member of a company.
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { call, type Answer } from '~/domain/client';
import { InPersonLinkDialog } from '~/kernel/link/at-once-dialog';
import { useRecordId } from '~/kernel/resource/use-dialog-route';
import { Dotted } from '~/ui/dotted';
import { memberCandidatesKey, useLinksChanged } from './use-user-links';

export function Component() {
  const userId = useRecordId() ?? 0;
  const [search] = useSearchParams();
  const memberId = Number(search.get('member') ?? 0);
  const queryClient = useQueryClient();
  const changed = useLinksChanged(userId);
  const key = memberCandidatesKey(userId);
  const candidate = queryClient
    .getQueryData<Answer<'ListMemberCandidates'>>(key)
    ?.find((one) => one.memberId === memberId);
  return (
    <InPersonLinkDialog
      title="link.atOnce"
      done="link.linked"
      link={async (verification) => {
        await call('CreateUserLink', { path: { userId }, body: { memberId, ...verification } });
        queryClient.setQueryData<Answer<'ListMemberCandidates'>>(key, (known) =>
          known?.filter((one) => one.memberId !== memberId),
        );
      }}
      onSettled={changed}
      whole={['memberId']}
    >
      {candidate && (
        <Text fw={550} component="div">
          <Dotted parts={[candidate.name, candidate.companyName, candidate.memberNo]} />
        </Text>
      )}
    </InPersonLinkDialog>
  );
}

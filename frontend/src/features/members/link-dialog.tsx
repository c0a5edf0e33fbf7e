// Links a member, who is present, immediately with a user, or registers the member as a user.
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { call, type Answer, type Body } from '~/domain/client';
import { useText } from '~/kernel/i18n/i18n';
import { InPersonLinkDialog } from '~/kernel/link/at-once-dialog';
import { useRecordId } from '~/kernel/resource/use-dialog-route';
import { candidatesKey, linksKey } from './links';

type Registered = Body<'RegisterUser'>;

export function Component() {
  const t = useText();
  const memberId = useRecordId() ?? 0;
  const [search] = useSearchParams();
  const user = search.get('user');
  const userId = Number(user ?? 0);
  const queryClient = useQueryClient();
  const known = queryClient.getQueryData<Answer<'ListLinkCandidates'>>(candidatesKey(memberId));
  const candidate = known?.find((one) => one.userId === userId);
  const path = { memberId };
  return (
    <InPersonLinkDialog
      title={user === null ? 'user.register' : 'link.atOnce'}
      done={user === null ? 'user.registered' : 'link.linked'}
      link={async (verification) =>
        user === null
          ? call('RegisterUser', { path, body: verification as Registered })
          : call('CreateMemberLink', { path, body: { userId, ...verification } })
      }
      onSettled={() => queryClient.invalidateQueries({ queryKey: linksKey(memberId) })}
      whole={['userId', 'memberId']}
    >
      {candidate && (
        <Text fw={550} component="bdi">
          {candidate.name}
        </Text>
      )}
      {user === null && <Text>{t('user.registerHint')}</Text>}
    </InPersonLinkDialog>
  );
}

// Links a member at once with the user who stands here, or registers who stands here as one: how that was made sure, and the
// level that it gives.
import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { call, type Answer, type Body } from '~/domain/client';
import { DialogForm } from '~/kernel/form/dialog-form';
import { useText } from '~/kernel/i18n/i18n';
import { DialogFrame } from '~/kernel/resource/dialog-frame';
import { useCloseDialog, useRecordId } from '~/kernel/resource/use-dialog-route';
import { toast } from '~/kernel/toast/toast';
import { candidatesKey, linksKey } from './links';
import { NOT_VERIFIED, VerificationFields } from '~/kernel/link/verification';

type Registered = Body<'RegisterUser'>;

export function Component() {
  const t = useText();
  const memberId = useRecordId() ?? 0;
  const [search] = useSearchParams();
  const user = search.get('user');
  const userId = Number(user ?? 0);
  const title = t(user === null ? 'user.register' : 'link.atOnce');
  const close = useCloseDialog();
  const queryClient = useQueryClient();
  const [verification, setVerification] = useState(NOT_VERIFIED);
  const known = queryClient.getQueryData<Answer<'ListLinkCandidates'>>(candidatesKey(memberId));
  const candidate = known?.find((one) => one.userId === userId);
  const link = useMutation({
    mutationFn: async () => {
      const path = { memberId };
      // What is missing is said by the rules of the form.
      if (user === null) await call('RegisterUser', { path, body: verification as Registered });
      else await call('CreateMemberLink', { path, body: { userId, ...verification } });
    },
    onSuccess: () => {
      toast('success', t(user === null ? 'user.registered' : 'link.linked'));
      close();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: linksKey(memberId) }),
  });
  return (
    <DialogFrame title={title} onClose={close}>
      <DialogForm
        sent={link}
        onSubmit={() => {
          link.mutate();
        }}
        onCancel={close}
        submitLabel={title}
        whole={['userId', 'memberId']}
        intro={
          <>
            {candidate && (
              <Text fw={550} component="bdi">
                {candidate.name}
              </Text>
            )}
            {user === null && <Text>{t('user.registerHint')}</Text>}
            <Text c="dimmed">{t('link.atOnceHint')}</Text>
          </>
        }
      >
        {(errorOf) => (
          <VerificationFields
            value={verification}
            onChange={setVerification}
            errorOf={errorOf}
            autoFocus
          />
        )}
      </DialogForm>
    </DialogFrame>
  );
}

// Links a member at once with the user who stands here, or registers who stands here as one: how that was made sure, and the
// level that it gives.
import { Select, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { call, type Answer, type Body } from '~/domain/client';
import { DialogForm } from '~/kernel/form/dialog-form';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { DialogFrame } from '~/kernel/resource/dialog-frame';
import { useCloseDialog, useRecordId } from '~/kernel/resource/use-dialog-route';
import { toast } from '~/kernel/toast/toast';
import { candidatesKey, linksKey } from './links';

type Registered = Body<'RegisterUser'>;
type Save = Required<Body<'CreateMemberLink'>>;
type Evidence = NonNullable<Save['evidence']>;
type Level = NonNullable<Save['level']>;

const EVIDENCE: readonly Evidence[] = ['IN_PERSON', 'DOCUMENT', 'PHONE'];
const LEVELS: readonly Level[] = [
  'REGULAR_VERIFIED_1_MEMBER',
  'REGULAR_VERIFIED_2_MEMBER',
  'REGULAR_VERIFIED_3_MEMBER',
];

export function Component() {
  const t = useText();
  const memberId = useRecordId() ?? 0;
  const [search] = useSearchParams();
  const user = search.get('user');
  const userId = Number(user ?? 0);
  const title = t(user === null ? 'user.register' : 'link.atOnce');
  const close = useCloseDialog();
  const queryClient = useQueryClient();
  const [evidence, setEvidence] = useState<Evidence | null>(null);
  const [level, setLevel] = useState<Level | null>('REGULAR_VERIFIED_1_MEMBER');
  const known = queryClient.getQueryData<Answer<'ListLinkCandidates'>>(candidatesKey(memberId));
  const candidate = known?.find((one) => one.userId === userId);
  const link = useMutation({
    mutationFn: async () => {
      const path = { memberId };
      // What is missing is said by the rules of the form.
      if (user === null)
        await call('RegisterUser', { path, body: { evidence, level } as Registered });
      else await call('CreateMemberLink', { path, body: { userId, evidence, level } });
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
          <>
            <Select
              label={t('link.evidence')}
              placeholder={t('field.choose')}
              data={EVIDENCE.map((value) => ({
                value,
                label: textIfKnown(`evidence.${value}`) ?? value,
              }))}
              value={evidence}
              onChange={(value) => {
                setEvidence(EVIDENCE.find((known) => known === value) ?? null);
              }}
              error={errorOf('evidence')}
              withAsterisk
              allowDeselect={false}
              data-autofocus
            />
            <Select
              label={t('me.level')}
              data={LEVELS.map((value) => ({
                value,
                label: textIfKnown(`userLevel.${value}`) ?? value,
              }))}
              value={level}
              onChange={(value) => {
                setLevel(LEVELS.find((known) => known === value) ?? null);
              }}
              error={errorOf('level')}
              withAsterisk
              allowDeselect={false}
            />
          </>
        )}
      </DialogForm>
    </DialogFrame>
  );
}

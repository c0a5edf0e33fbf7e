// Links a person who is present, or registers the person as a user: the evidence of identity and
// the verification level.
import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { validate } from '~/domain/validation';
import { DialogForm } from '~/kernel/form/dialog-form';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { DialogFrame } from '~/kernel/resource/dialog-frame';
import { useCloseDialog } from '~/kernel/resource/use-dialog-route';
import { toast } from '~/kernel/toast/toast';
import { NOT_VERIFIED, VerificationFields, type Verification } from './verification';

interface InPersonLinkDialogProps {
  title: MessageKey;
  done: MessageKey;
  link: (verification: Verification) => Promise<unknown>;
  onSettled: () => Promise<unknown>;
  /** Fields whose errors are shown for the form as a whole. */
  whole: readonly string[];
  /** The person concerned. */
  children: ReactNode;
}

export function InPersonLinkDialog({
  title,
  done,
  link,
  onSettled,
  whole,
  children,
}: InPersonLinkDialogProps) {
  const t = useText();
  const close = useCloseDialog();
  const [verification, setVerification] = useState(NOT_VERIFIED);
  const linking = useMutation({
    mutationFn: () => link(verification),
    onSuccess: () => {
      toast('success', t(done));
      close();
    },
    onSettled,
  });
  return (
    <DialogFrame title={t(title)} onClose={close}>
      <DialogForm
        sent={linking}
        onSubmit={() => {
          linking.mutate();
        }}
        onCancel={close}
        // Both actions verify the person by the same rules.
        check={() => validate('UserOfMember', verification)}
        submitLabel={t(title)}
        whole={whole}
        intro={
          <>
            {children}
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

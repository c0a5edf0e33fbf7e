// The password form as a dialog, for pages with other content.
import { useText } from '~/kernel/i18n/i18n';
import { DialogFrame } from '~/kernel/resource/dialog-frame';
import { useCloseDialog } from '~/kernel/resource/use-dialog-route';
import { PasswordForm } from './password-form';

export function Component() {
  const t = useText();
  const close = useCloseDialog();
  return (
    <DialogFrame title={t('account.changePassword')} onClose={close}>
      <PasswordForm onChanged={close} />
    </DialogFrame>
  );
}

// All that somebody sees whose password was set by somebody else: the form for one of the own.
import { useQueryClient } from '@tanstack/react-query';
import { useText } from '~/kernel/i18n/i18n';
import { HeldPage } from '~/kernel/page/held-page';
import { PasswordForm } from './password-form';

export default function FirstPasswordPage() {
  const t = useText();
  const queryClient = useQueryClient();
  return (
    <HeldPage title={t('account.mustChange')} hint={t('account.mustChangeHint')}>
      <PasswordForm
        onChanged={() => {
          // What was refused until now is asked for again.
          void queryClient.resetQueries();
        }}
      />
    </HeldPage>
  );
}

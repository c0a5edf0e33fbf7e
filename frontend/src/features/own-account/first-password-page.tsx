// The only page for a user whose password was set by somebody else: a form for a new one.
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
          // Refetches everything that was refused until now.
          void queryClient.resetQueries();
        }}
      />
    </HeldPage>
  );
}

// The only page for a user whose permission group demands a second factor that the account lacks:
// its setup.
import { useQueryClient } from '@tanstack/react-query';
import { useText } from '~/kernel/i18n/i18n';
import { HeldPage } from '~/kernel/page/held-page';
import { TwoStepsSetUp } from './two-steps-set-up';

export default function DemandedStepsPage({ onDone }: { onDone: () => void }) {
  const t = useText();
  const queryClient = useQueryClient();
  return (
    <HeldPage title={t('twoSteps.demanded')} hint={t('twoSteps.demandedHint')}>
      <TwoStepsSetUp
        onDone={() => {
          // Refetches everything that was refused until now, then leaves the page.
          void queryClient.resetQueries().then(onDone);
        }}
      />
    </HeldPage>
  );
}

// All that somebody sees whose permission group demands a second step that the account does not have: setting it up.
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
          // What was refused until now is asked for again; then the page may go.
          void queryClient.resetQueries().then(onDone);
        }}
      />
    </HeldPage>
  );
}

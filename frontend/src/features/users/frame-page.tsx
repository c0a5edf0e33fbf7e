// A member's page whose records nobody has yet: its name, and what will stand here.
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { usePageTitle } from '~/kernel/page/use-page-title';
import type { Screen } from '~/kernel/screen/screen';
import { PageHeader } from '~/ui/page-header';
import { StateMessage } from '~/ui/state-message';
import { MeasurementTabs } from './measurement-tabs';
import classes from './member-page.module.css';

interface FramePageProps {
  screen: Screen;
  /** What there is not yet. */
  empty: MessageKey;
  /** How it comes to be here. */
  hint: MessageKey;
}

export function FramePage({ screen, empty, hint }: FramePageProps) {
  const t = useText();
  usePageTitle(t(screen.title));
  return (
    <div className={classes.page}>
      <MeasurementTabs />
      <PageHeader title={t(screen.title)} />
      <div className={classes.surface}>
        <StateMessage icon={screen.icon} title={t(empty)}>
          {t(hint)}
        </StateMessage>
      </div>
    </div>
  );
}

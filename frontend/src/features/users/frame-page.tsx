// A member's page whose records this console cannot show yet. The server decides whether there are
// any.
import { Skeleton } from '@mantine/core';
import { QueryError } from '~/kernel/errors/query-error';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { usePageTitle } from '~/kernel/page/use-page-title';
import type { Screen } from '~/kernel/screen/screen';
import { PageHeader } from '~/ui/page-header';
import { StateMessage } from '~/ui/state-message';
import { MeasurementTabs } from './measurement-tabs';
import classes from './member-page.module.css';
import { useOwnRecords, type RecordKind } from './own-records';

interface FramePageProps {
  screen: Screen;
  kind: RecordKind;
  /** The title of the empty page. */
  empty: MessageKey;
  /** Explains how records get here. */
  hint: MessageKey;
}

export function FramePage({ screen, kind, empty, hint }: FramePageProps) {
  const t = useText();
  usePageTitle(t(screen.title));
  const records = useOwnRecords();
  const isOffered = records.data?.some((one) => one.kind === kind);
  return (
    <div className={classes.page}>
      <MeasurementTabs />
      <PageHeader title={t(screen.title)} />
      {records.isPending && <Skeleton height={220} radius={12} />}
      {records.isError && <QueryError error={records.error} retry={() => void records.refetch()} />}
      {records.data && (
        <div className={classes.surface}>
          <StateMessage icon={screen.icon} title={t(isOffered ? empty : 'memberPage.notOffered')}>
            {t(isOffered ? hint : 'memberPage.notOfferedHint')}
          </StateMessage>
        </div>
      )}
    </div>
  );
}

// The print of reports. All of them are loaded in a single request, which the access log records.
import { useQuery } from '@tanstack/react-query';
import { call } from '~/domain/client';
import { QueryError } from '~/kernel/errors/query-error';
import { useText } from '~/kernel/i18n/i18n';
import { MAX_PRINTED } from '~/kernel/measurement/printed-kind';
import { PrintFrame } from '~/kernel/measurement/print-frame';
import { Parts } from '~/kernel/measurement/sheets';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { EmptyIcon } from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';
import { ReportSheets, type Content } from './report-sheets';

/** More reports are rendered without trends. */
const MAX_WITH_TRENDS = 10;

interface ReportPrintProps {
  ids: readonly number[];
  Content: Content;
}

export function ReportPrint({ ids, Content }: ReportPrintProps) {
  const t = useText();
  usePageTitle(t('reports.printTitle'));
  const isPrintable = ids.length > 0 && ids.length <= MAX_PRINTED;
  const print = useQuery({
    queryKey: ['reports', 'print', ids],
    queryFn: ({ signal }) => call('PrintReports', { body: { ids: [...ids] } }, signal),
    enabled: isPrintable,
    // Every request is logged, so it is made only when the print is opened and never refetched.
    staleTime: Infinity,
    gcTime: 0,
  });
  if (!isPrintable) {
    return (
      <StateMessage icon={EmptyIcon} title={t('reports.printNothing')} wholePage>
        {t(ids.length > 0 ? 'print.tooMany' : 'reports.printNothingHint')}
      </StateMessage>
    );
  }
  if (print.isError) return <QueryError error={print.error} retry={() => void print.refetch()} />;
  const found = print.data?.length;
  return (
    <PrintFrame
      title={t('reports.printTitle')}
      found={found}
      note={
        found !== undefined && found < ids.length
          ? t('reports.printMissing', { count: ids.length - found })
          : found !== undefined && found > MAX_WITH_TRENDS
            ? t('print.noTrends', { count: MAX_WITH_TRENDS })
            : undefined
      }
    >
      <Parts parts={print.data ?? []} keyOf={({ reportId }) => reportId}>
        {(report) => <ReportSheets report={report} Content={Content} />}
      </Parts>
    </PrintFrame>
  );
}

// The print of measurements: the sheets and the print button. All measurements are loaded in a
// single request, which the access log records.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Body } from '~/domain/client';
import { QueryError } from '~/kernel/errors/query-error';
import { useText } from '~/kernel/i18n/i18n';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { EmptyIcon } from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';
import { PrintFrame } from './print-frame';
import { MAX_PRINTED, selectionIn, type MeasurementPrint, type PrintedKind } from './printed-kind';

interface PrintViewProps {
  search: string;
  kind: PrintedKind | undefined;
  ask: (selection: Body<'PrintMeasurements'>, signal: AbortSignal) => Promise<MeasurementPrint>;
  /** Additional actions on the printed measurements. */
  beside?: ReactNode;
}

export function PrintView({ search, kind, ask, beside }: PrintViewProps) {
  const t = useText();
  const { ids } = selectionIn(search);
  usePageTitle(t('print.title'));
  const print = useQuery({
    queryKey: ['measurements', 'print', kind?.word, ids],
    queryFn: ({ signal }) => ask({ kind: kind?.word ?? 'STRESS', ids }, signal),
    enabled: kind !== undefined && ids.length > 0 && ids.length <= MAX_PRINTED,
    // Every request is logged, so it is made only when the print is opened and never refetched.
    staleTime: Infinity,
    gcTime: 0,
  });
  if (kind === undefined || ids.length === 0 || ids.length > MAX_PRINTED) {
    return (
      <StateMessage icon={EmptyIcon} title={t('print.nothing')} wholePage>
        {t(ids.length > MAX_PRINTED ? 'print.tooMany' : 'print.nothingHint')}
      </StateMessage>
    );
  }
  if (print.isError) return <QueryError error={print.error} retry={() => void print.refetch()} />;
  const found = print.data && countOf(print.data);
  const { Sheets } = kind;
  return (
    <PrintFrame
      title={t('print.title')}
      found={found}
      beside={beside}
      note={
        found !== undefined && found < ids.length
          ? t('print.missing', { count: ids.length - found })
          : undefined
      }
    >
      {print.data && <Sheets print={print.data} />}
    </PrintFrame>
  );
}

function countOf({ printed }: MeasurementPrint): number {
  const kinds: readonly (readonly object[])[] = Object.values(printed);
  return kinds.reduce((sum, some) => sum + some.length, 0);
}

// Over the list: the reports that are selected, and their print.
import { PrintSelection } from '~/kernel/measurement/print-selection';
import type { SelectionProps } from '~/kernel/resource/definition';
import { reportPrintAddress } from './report-print-address';

export function ReportSelection(props: SelectionProps) {
  return <PrintSelection {...props} addressOf={reportPrintAddress} />;
}

// The selection bar above the list, with the print of the selected reports.
import { PrintSelection } from '~/kernel/measurement/print-selection';
import type { SelectionProps } from '~/kernel/resource/definition';
import { reportPrintAddress } from './report-print-address';

export function ReportSelection(props: SelectionProps) {
  return <PrintSelection {...props} addressOf={reportPrintAddress} />;
}

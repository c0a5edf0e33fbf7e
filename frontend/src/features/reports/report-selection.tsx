// The selection bar above the list, with the print and the sending of the selected reports.
import { PrintSelection } from '~/kernel/measurement/print-selection';
import { SendButton } from '~/kernel/measurement/send-button';
import type { SelectionProps } from '~/kernel/resource/definition';
import { reportPrintAddress } from './report-print-address';

export function ReportSelection(props: SelectionProps) {
  return (
    <PrintSelection
      {...props}
      addressOf={reportPrintAddress}
      more={(tooMany) => (
        <SendButton what={{ kind: 'REPORT', ids: props.selected }} disabled={tooMany} />
      )}
    />
  );
}

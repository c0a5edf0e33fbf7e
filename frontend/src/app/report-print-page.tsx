// The print of the reports that the address names.
import { useLocation } from 'react-router';
import { ReportPrint } from '~/features/reports/report-print';
import { selectionIn } from '~/kernel/measurement/printed-kind';
import { ReportContent } from './report-content';

export function Component() {
  const { search } = useLocation();
  return <ReportPrint key={search} ids={selectionIn(search).ids} Content={ReportContent} />;
}

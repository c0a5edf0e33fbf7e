// The measurements of a report, below the page's header.
import { Outlet, useOutletContext } from 'react-router';
import { reports } from '~/features/reports/report-resource';
import { AsOf } from '~/kernel/measurement/as-of';
import { useRecordId } from '~/kernel/resource/use-dialog-route';
import { useRecord } from '~/kernel/resource/use-record';
import { ReportContent } from './report-content';

export function Component() {
  const page = useOutletContext();
  const report = useRecord(reports, useRecordId()).data;
  return (
    <>
      {report?.content && (
        <AsOf value={report.createdAt}>
          <ReportContent key={report.reportId} content={report.content} />
        </AsOf>
      )}
      <Outlet context={page} />
    </>
  );
}

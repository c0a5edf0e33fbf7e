// The print of dementia screenings.
import type { MeasurementPrint } from '~/kernel/measurement/printed-kind';
import { Sheets } from '~/kernel/measurement/sheets';
import { DementiaDetail } from './dementia-detail';

export default function DementiaSheets({ print }: { print: MeasurementPrint }) {
  const { printed, trends } = print;
  return (
    <Sheets
      title="dementia.ofMember"
      records={printed.dementia}
      trends={trends.dementia}
      areAlike={(one, other) => one.instrument === other.instrument}
    >
      {(record) => <DementiaDetail record={record} />}
    </Sheets>
  );
}

// The print of physical measurements.
import type { MeasurementPrint } from '~/kernel/measurement/printed-kind';
import { Sheets } from '~/kernel/measurement/sheets';
import { MeasurementDetail } from './measurement-detail';

export default function PhysicalSheets({ print }: { print: MeasurementPrint }) {
  const { printed, trends } = print;
  return (
    <Sheets title="measurement.ofMember" records={printed.physical} trends={trends.physical}>
      {(record) => <MeasurementDetail record={record} />}
    </Sheets>
  );
}

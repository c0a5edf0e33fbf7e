// The print of vision measurements.
import type { MeasurementPrint } from '~/kernel/measurement/printed-kind';
import { Sheets } from '~/kernel/measurement/sheets';
import { VisionDetail } from './vision-detail';

export default function VisionSheets({ print }: { print: MeasurementPrint }) {
  const { printed, trends } = print;
  return (
    <Sheets title="vision.ofMember" records={printed.vision} trends={trends.vision}>
      {(record) => <VisionDetail record={record} />}
    </Sheets>
  );
}

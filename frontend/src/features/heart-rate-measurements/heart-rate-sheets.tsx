// The print of heart rates.
import type { MeasurementPrint } from '~/kernel/measurement/printed-kind';
import { Sheets } from '~/kernel/measurement/sheets';
import { HeartRateDetail } from './heart-rate-detail';

export default function HeartRateSheets({ print }: { print: MeasurementPrint }) {
  const { printed, trends } = print;
  return (
    <Sheets title="heartRate.ofMember" records={printed.heartRate} trends={trends.heartRate}>
      {(record) => <HeartRateDetail record={record} />}
    </Sheets>
  );
}

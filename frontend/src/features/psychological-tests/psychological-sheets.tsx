// The print of psychological tests.
import type { MeasurementPrint } from '~/kernel/measurement/printed-kind';
import { Sheets } from '~/kernel/measurement/sheets';
import { PsychologicalDetail } from './psychological-detail';

export default function PsychologicalSheets({ print }: { print: MeasurementPrint }) {
  const { printed, trends } = print;
  return (
    <Sheets
      title="psychological.ofMember"
      records={printed.psychological}
      trends={trends.psychological}
      areAlike={(one, other) => one.instrument === other.instrument}
    >
      {(record) => <PsychologicalDetail record={record} />}
    </Sheets>
  );
}

// The print of stress measurements: the tabs of the page, one after another.
import { Stack } from '@mantine/core';
import { Marks } from '~/kernel/measurement/marks';
import { PersonHead } from '~/kernel/measurement/person-head';
import type { MeasurementPrint } from '~/kernel/measurement/printed-kind';
import { Sheets } from '~/kernel/measurement/sheets';
import { Reasons } from './reasons';
import { Results } from './results';
import { LABELS } from './stress-fields';
import { StressTrend } from './stress-trend';
import { Variability } from './variability';

export default function StressSheets({ print }: { print: MeasurementPrint }) {
  const { printed, trends } = print;
  return (
    <Sheets title="stress.ofMember" records={printed.stress} trends={trends.stress}>
      {(record) => (
        <Stack gap="md">
          <PersonHead record={record} kind="STRESS" id={record.stressMeasurementId} />
          <Marks {...record} labels={LABELS} />
          <Results record={record} />
          <Variability record={record} />
          <Reasons record={record} />
          {record.memberId !== null && <StressTrend memberId={record.memberId} />}
        </Stack>
      )}
    </Sheets>
  );
}

// The page of a stress measurement: grades, heart rate variability, reasons, the person's trend,
// and the history.
import { Stack } from '@mantine/core';
import { formatDateTime } from '~/kernel/i18n/format';
import { Marks } from '~/kernel/measurement/marks';
import { PersonHead } from '~/kernel/measurement/person-head';
import { RecordAuthors } from '~/kernel/resource/record-authors';
import { RecordPage } from '~/kernel/resource/record-page';
import { RecordTabs, type RecordTab } from '~/kernel/resource/record-tabs';
import { RevisionList } from '~/kernel/resource/revision-list';
import { Reasons } from './reasons';
import { Results } from './results';
import { LABELS } from './stress-fields';
import { stressMeasurements } from './stress-resource';
import { StressTrend } from './stress-trend';
import { Variability } from './variability';

export function Component() {
  return (
    <RecordPage
      resource={stressMeasurements}
      description={({ measuredAt }) => (
        <time dateTime={measuredAt}>{formatDateTime(measuredAt)}</time>
      )}
    >
      {(record) => {
        const trend: RecordTab[] =
          record.memberId === null
            ? []
            : [
                {
                  tab: 'trend',
                  label: 'stress.trend',
                  panel: <StressTrend memberId={record.memberId} />,
                },
              ];
        return (
          <Stack gap="md">
            <PersonHead record={record} kind="STRESS" id={record.stressMeasurementId} />
            <Marks {...record} labels={LABELS} />
            <RecordTabs
              tabs={[
                {
                  tab: 'result',
                  label: 'stress.tab.result',
                  panel: (
                    <>
                      <Results record={record} />
                      <RecordAuthors record={record} />
                    </>
                  ),
                },
                {
                  tab: 'variability',
                  label: 'stress.variability',
                  panel: <Variability record={record} />,
                },
                { tab: 'rules', label: 'measurement.rules', panel: <Reasons record={record} /> },
                ...trend,
                {
                  tab: 'history',
                  label: 'detail.revisions',
                  panel: (
                    <RevisionList
                      resource={stressMeasurements}
                      id={record.stressMeasurementId}
                      changeable={record.can.update.allowed ? record : undefined}
                    />
                  ),
                },
              ]}
            />
          </Stack>
        );
      }}
    </RecordPage>
  );
}

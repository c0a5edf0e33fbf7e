// The measurements of a report, shown with the sheets of their kinds.
import { Text } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';
import type { MeasurementPrint } from '~/kernel/measurement/printed-kind';
import { Parts } from '~/kernel/measurement/sheets';
import { kindsIn } from './printed-kinds';
import classes from './report-content.module.css';

export function ReportContent({ content }: { content: MeasurementPrint }) {
  const t = useText();
  const kinds = kindsIn(content);
  // Also rendered without a kind: a print waits until each of its parts reports that it is
  // complete.
  return (
    <>
      {kinds.length === 0 && <Text c="dimmed">{t('report.nothing')}</Text>}
      <Parts parts={kinds} keyOf={({ word }) => word}>
        {({ Sheets }) => (
          <div className={classes.kind}>
            <Sheets print={content} />
          </div>
        )}
      </Parts>
    </>
  );
}

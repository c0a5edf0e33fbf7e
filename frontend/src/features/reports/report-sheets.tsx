// The print of a report: the staff's comment, followed by the measurements at the time of the
// report.
import { Stack, Text } from '@mantine/core';
import type { ComponentType } from 'react';
import { useText } from '~/kernel/i18n/i18n';
import { UserText } from '~/kernel/i18n/user-text';
import { AsOf } from '~/kernel/measurement/as-of';
import type { MeasurementPrint } from '~/kernel/measurement/printed-kind';
import { OneSheet } from '~/kernel/measurement/sheets';
import { Dotted } from '~/ui/dotted';
import classes from './report-sheets.module.css';
import type { Report } from './report-resource';

/** Renders the measurements of a report. */
export type Content = ComponentType<{ content: MeasurementPrint }>;

interface ReportSheetsProps {
  report: Report;
  Content: Content;
}

export function ReportSheets({ report, Content }: ReportSheetsProps) {
  const t = useText();
  const { memberName, companyName, accountName, comment, content, createdAt } = report;
  return (
    <AsOf value={createdAt}>
      <section className={classes.report} aria-label={memberName}>
        <OneSheet title={t('reports.report')} label={t('reports.report')}>
          <Stack gap="md">
            <div>
              <Text fw={600}>{memberName}</Text>
              <Text size="sm" c="dimmed">
                <Dotted parts={[companyName, t('reports.madeBy', { name: accountName })]} />
              </Text>
            </div>
            {comment !== null && (
              <div>
                <Text component="h3" size="sm" fw={600} m={0}>
                  {t('reports.comment')}
                </Text>
                <UserText text={comment} />
              </div>
            )}
            <Text size="sm" c="dimmed">
              {t('reports.standing')}
            </Text>
          </Stack>
        </OneSheet>
        {content && <Content content={content} />}
      </section>
    </AsOf>
  );
}

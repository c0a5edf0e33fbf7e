// The page of a report: author, time, member and comment. The router adds its content below.
import { Button, Stack, Text } from '@mantine/core';
import { formatDateTime } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { SendButton } from '~/kernel/measurement/send-button';
import { FieldList } from '~/kernel/resource/field-list';
import { RecordAuthors } from '~/kernel/resource/record-authors';
import { RecordPage } from '~/kernel/resource/record-page';
import { MEMBERS_PATH } from '~/kernel/screen/known-paths';
import { PrintIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { reportPrintAddress } from './report-print-address';
import { reports } from './report-resource';

export function Component() {
  const t = useText();
  return (
    <RecordPage
      resource={reports}
      description={({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>}
      actions={({ reportId, memberId }) => (
        <>
          <Button component={Link} to={`${MEMBERS_PATH}/${String(memberId)}`} variant="default">
            {t('reports.toMember')}
          </Button>
          <SendButton what={{ kind: 'REPORT', ids: [reportId] }} size="sm" />
          <Button
            component={Link}
            to={reportPrintAddress([reportId])}
            leftSection={<PrintIcon size={16} stroke={1.6} aria-hidden />}
          >
            {t('print.action')}
          </Button>
        </>
      )}
    >
      {(report) => (
        <Stack gap="xs">
          <FieldList fields={reports.fields} record={report} />
          <Text size="sm" c="dimmed">
            {t('reports.standing')}
          </Text>
          <RecordAuthors record={report} />
        </Stack>
      )}
    </RecordPage>
  );
}

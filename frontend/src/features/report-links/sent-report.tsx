// A saved report as its link shows it: the staff's comment and the day, then the measurements.
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Answer } from '~/domain/client';
import { useText } from '~/kernel/i18n/i18n';
import { UserText } from '~/kernel/i18n/user-text';
import { AsOf } from '~/kernel/measurement/as-of';
import { OneSheet } from '~/kernel/measurement/sheets';

interface SentReportProps {
  report: NonNullable<Answer<'OpenReport'>['report']>;
  children: ReactNode;
}

export function SentReport({ report: { createdAt, comment }, children }: SentReportProps) {
  const t = useText();
  return (
    <AsOf value={createdAt}>
      <OneSheet title={t('report.kind.REPORT')} label={t('report.kind.REPORT')}>
        <Stack gap="md">
          {comment !== null && <UserText text={comment} />}
          <Text size="sm" c="dimmed">
            {t('report.standing')}
          </Text>
        </Stack>
      </OneSheet>
      {children}
    </AsOf>
  );
}

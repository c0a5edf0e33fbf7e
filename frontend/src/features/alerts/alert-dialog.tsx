// The detail of an alert, with a link to its subject. Opening it marks the alert as read.
import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { QueryError } from '~/kernel/errors/query-error';
import { GradeBadge } from '~/kernel/grade/grade-badge';
import { SCALES } from '~/kernel/grade/grade-scales';
import { formatDate, formatDateTime, formatList } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { JobCard } from '~/kernel/jobs/job-card';
import { useJob } from '~/kernel/jobs/jobs';
import { COVER_LEVEL, useLayer } from '~/ui/layers';
import { Link } from '~/ui/link';
import classes from './alert-dialog.module.css';
import {
  indicatorName,
  kindName,
  subjectOf,
  urgentText,
  useAlert,
  useMarkRead,
  type Alert,
} from './alerts';

export interface AlertDialogProps {
  id: number;
  onClose: () => void;
  /** Returns the address of an alert's subject. */
  pathOf: (alert: Alert) => string | undefined;
}

export default function AlertDialog({ id, onClose, pathOf }: AlertDialogProps) {
  const t = useText();
  useLayer(true, onClose, COVER_LEVEL);
  const alert = useAlert(id);
  const { mutate: markRead } = useMarkRead();
  const unread = alert.data?.isRead === false;
  useEffect(() => {
    if (unread) markRead({ alertIds: [id] });
  }, [unread, id, markRead]);
  const path = alert.data && pathOf(alert.data);
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={alert.data ? kindName(alert.data.kind) : t('alerts.bell')}
      zIndex={COVER_LEVEL}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {alert.isPending && (
        <Stack aria-hidden>
          <Skeleton height={18} width="60%" />
          <Skeleton height={18} />
        </Stack>
      )}
      {alert.isError && <QueryError error={alert.error} retry={() => void alert.refetch()} />}
      {alert.data && <About alert={alert.data} />}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('action.close')}
        </Button>
        {alert.data && path !== undefined && (
          <Button component={Link} to={path} data-autofocus>
            {t(alert.data.terms ? 'alerts.openTerms' : 'alerts.openRecord')}
          </Button>
        )}
      </Group>
    </Modal>
  );
}

function About({ alert }: { alert: Alert }) {
  const t = useText();
  const { measurement, job, terms } = alert;
  if (job) return <JobOf jobId={job.jobId} />;
  return (
    <dl className={classes.facts}>
      {measurement && (
        <>
          <Fact name={t('alerts.person')}>{measurement.memberName ?? t('alerts.someone')}</Fact>
          {measurement.companyName !== null && (
            <Fact name={t('alerts.company')}>{measurement.companyName}</Fact>
          )}
          {measurement.urgent.length > 0 && (
            <Fact name={t('measurement.urgent')}>
              {formatList(measurement.urgent.map(urgentText))}
            </Fact>
          )}
          {measurement.grades.map(({ indicator, grade }) => (
            <Fact key={indicator} name={indicatorName(indicator)}>
              <GradeBadge scale={SCALES[indicator]} grade={grade} />
            </Fact>
          ))}
          <Fact name={t('alerts.measuredAt')}>{formatDateTime(measurement.measuredAt)}</Fact>
        </>
      )}
      {terms && (
        <Fact name={subjectOf(alert) ?? ''}>
          {t('alerts.effective', { date: formatDate(terms.effectiveFrom) })}
        </Fact>
      )}
      <Fact name={t('alerts.createdAt')}>{formatDateTime(alert.createdAt)}</Fact>
    </dl>
  );
}

function JobOf({ jobId }: { jobId: number }) {
  const job = useJob(jobId);
  if (job.isPending) return <Skeleton height={60} />;
  if (job.isError) return <QueryError error={job.error} retry={() => void job.refetch()} />;
  return <JobCard job={job.data} />;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0}>
        {children}
      </Text>
    </div>
  );
}

// Sends measurements or saved reports to their persons: the channel, the persons reachable by it, and then the
// outcome for each. A link is sent; for links that staff hand over themselves, the address is shown
// once.
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import {
  Alert,
  Button,
  CopyButton,
  Group,
  Modal,
  Radio,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Answer, type Body } from '~/domain/client';
import { useReturnToOpener } from '~/kernel/dialog/use-opener';
import { errorText } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { useRequestKey } from '~/kernel/form/use-request-key';
import { useLanguage, useText } from '~/kernel/i18n/i18n';
import type { KindOfMeasurements } from '~/kernel/measurement/printed-kind';
import { reportLink } from '~/kernel/page/report-page';
import { ErrorIcon } from '~/ui/icons';
import { useLayer } from '~/ui/layers';
import classes from './send-dialog.module.css';

type Sending = Body<'SendReports'>;
type Recipient = Answer<'SendReports'>['recipients'][number];

const CHANNELS: readonly Sending['channel'][] = ['EMAIL', 'KAKAO', 'DIRECT'];

/** Measurements of a kind, or saved reports. */
export interface Sent {
  kind: KindOfMeasurements | 'REPORT';
  ids: readonly number[];
}

export interface SendDialogProps {
  what: Sent;
  onClose: () => void;
}

export default function SendDialog({ what, onClose }: SendDialogProps) {
  const t = useText();
  const queryClient = useQueryClient();
  const language = useLanguage() as NonNullable<Sending['language']>;
  const [channel, setChannel] = useState<Sending['channel']>('EMAIL');
  useReturnToOpener();
  useLayer(true, onClose);
  const { kind, ids } = what;
  const areReports = kind === 'REPORT';
  const { once } = useRequestKey();
  const asked = { ids: [...ids], channel, language };
  const ask = (dryRun: boolean, more: { idempotencyKey?: string } = {}, signal?: AbortSignal) =>
    kind === 'REPORT'
      ? call('SendStoredReports', { body: { ...asked, dryRun }, ...more }, signal)
      : call('SendReports', { body: { ...asked, kind, dryRun }, ...more }, signal);
  const preview = useQuery({
    queryKey: ['report-links', 'preview', kind, ids, channel],
    queryFn: ({ signal }) => ask(true, {}, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
    // Every request is logged, so it is not refetched on window focus.
    staleTime: Infinity,
  });
  const send = useMutation({
    mutationFn: () => once((idempotencyKey) => ask(false, { idempotencyKey })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['messages'], refetchType: 'none' }),
  });
  const told = send.data ?? preview.data;
  const reached =
    told?.recipients.filter((one) => channel === 'DIRECT' || one.address !== null) ?? [];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(areReports ? 'report.sendReports' : 'report.sendTitle')}
      size={560}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack gap="md">
        {!send.data && (
          <Radio.Group
            label={t('report.channel')}
            description={t('report.channelHint')}
            value={channel}
            onChange={(value) => {
              setChannel(CHANNELS.find((one) => one === value) ?? 'EMAIL');
            }}
          >
            <Group mt="xs">
              {CHANNELS.map((one, index) => (
                <Radio
                  key={one}
                  value={one}
                  label={t(`report.channel.${one}`)}
                  data-autofocus={index === 0 || undefined}
                />
              ))}
            </Group>
          </Radio.Group>
        )}
        {send.data && (
          <Text role="status" fw={550}>
            {t(channel === 'DIRECT' ? 'report.linkOnce' : 'report.sent', { count: reached.length })}
          </Text>
        )}
        {preview.isError && (
          <QueryError error={preview.error} retry={() => void preview.refetch()} />
        )}
        {preview.isPending && <Skeleton height={120} />}
        {told && (
          <>
            {!send.data && (
              <Text role="status">
                {t('report.people', { count: reached.length, all: told.recipients.length })}
              </Text>
            )}
            <ul className={classes.people}>
              {told.recipients.map((one, index) => (
                // A person may get links to several reports.
                <li key={`${String(one.memberId)} ${String(index)}`}>
                  <Person channel={channel} one={one} areReports={areReports} />
                </li>
              ))}
            </ul>
            {told.leftOut > 0 && (
              <Text size="sm" c="dimmed">
                {t(areReports ? 'report.leftOutReports' : 'report.leftOut', {
                  count: told.leftOut,
                })}
              </Text>
            )}
          </>
        )}
        {!send.data && channel !== 'DIRECT' && (
          <div className={classes.message}>
            <Text size="sm" fw={550}>
              {t('report.message.subject')}
            </Text>
            <Text size="sm">{t('report.message.text')}</Text>
          </div>
        )}
        {send.isError && (
          <Alert
            color="red"
            variant="light"
            role="alert"
            icon={<ErrorIcon size={18} stroke={1.6} aria-hidden />}
          >
            {errorText(send.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          {send.data ? (
            <Button onClick={onClose}>{t('action.close')}</Button>
          ) : (
            <>
              <Button variant="default" onClick={onClose}>
                {t('action.cancel')}
              </Button>
              <Button
                disabled={reached.length === 0 || preview.isPlaceholderData}
                loading={send.isPending}
                onClick={() => {
                  send.mutate();
                }}
              >
                {t(channel === 'DIRECT' ? 'report.makeLinks' : 'report.send')}
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

interface PersonProps {
  channel: Sending['channel'];
  one: Recipient;
  areReports: boolean;
}

function Person({ channel, one, areReports }: PersonProps) {
  const t = useText();
  const { token, address, state } = one;
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <div>
        <Text size="sm" fw={550} dir="auto">
          {one.memberName}
        </Text>
        <Text size="sm" c="dimmed">
          {areReports ? one.memberNo : t('report.measurements', { count: one.measurements })}
        </Text>
      </div>
      {token !== null ? (
        <CopyButton value={reportLink(token)}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" flex="none" onClick={copy}>
              {copied ? t('report.copied') : t('report.copy')}
            </Button>
          )}
        </CopyButton>
      ) : (
        <Text size="sm" ta="end" c="dimmed">
          {address ?? (channel === 'DIRECT' ? '' : t('report.failure.NO_ADDRESS'))}
          {state !== null && <br />}
          {state !== null && t(`report.state.${state}`)}
        </Text>
      )}
    </Group>
  );
}

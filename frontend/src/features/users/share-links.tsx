// Temporary links for sharing a member's own measurements: created, copied once, and revoked.
import { Button, CopyButton, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Answer } from '~/domain/client';
import { today } from '~/domain/time';
import { errorText } from '~/kernel/errors/error-text';
import { formatDay } from '~/kernel/i18n/format';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import type { KindOfMeasurements } from '~/kernel/measurement/printed-kind';
import { reportLink } from '~/kernel/page/report-page';
import { toast } from '~/kernel/toast/toast';
import { OWN_PHYSICAL, OWN_STRESS, OWN_VISION } from './screens';

type OwnReportLink = Answer<'ListOwnReportLinks'>[number];

const KEY = ['own-report-links'] as const;
const TITLES: Partial<Record<KindOfMeasurements, MessageKey>> = {
  PHYSICAL: OWN_PHYSICAL.title,
  STRESS: OWN_STRESS.title,
  VISION: OWN_VISION.title,
};

interface ShareLinksProps {
  kind: KindOfMeasurements;
  ids: readonly number[];
}

export function ShareLinks({ kind, ids }: ShareLinksProps) {
  const t = useText();
  const queryClient = useQueryClient();
  const links = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('ListOwnReportLinks', {}, signal),
  });
  const share = useMutation({
    mutationFn: () => call('ShareOwnMeasurements', { body: { kind, ids: [...ids] } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
  const made = share.data ?? [];
  return (
    <Paper withBorder p="md" mb="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Text size="sm" style={{ flex: '1 1 20rem' }}>
            {t('ownReport.hint')}
          </Text>
          <Button
            variant="light"
            loading={share.isPending}
            disabled={made.length > 0}
            onClick={() => {
              share.mutate();
            }}
          >
            {t('ownReport.share')}
          </Button>
        </Group>
        {share.isError && (
          <Text size="sm" c="red" role="alert">
            {errorText(share.error)}
          </Text>
        )}
        {share.data && made.length === 0 && (
          <Text size="sm" role="status">
            {t('ownReport.none')}
          </Text>
        )}
        {made.map((link) => (
          <MadeLink key={link.reportLinkId} token={link.token ?? ''} />
        ))}
        {links.data && links.data.length > 0 && <OpenLinks links={links.data} />}
      </Stack>
    </Paper>
  );
}

function MadeLink({ token }: { token: string }) {
  const t = useText();
  return (
    <Group gap="sm">
      <CopyButton value={reportLink(token)}>
        {({ copied, copy }) => (
          <Button size="sm" onClick={copy}>
            {t(copied ? 'ownReport.copied' : 'ownReport.copy')}
          </Button>
        )}
      </CopyButton>
      <Text size="sm" role="status">
        {t('ownReport.once')}
      </Text>
    </Group>
  );
}

function OpenLinks({ links }: { links: readonly OwnReportLink[] }) {
  const t = useText();
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: (reportLinkId: number) => call('RevokeOwnReportLink', { path: { reportLinkId } }),
    onSuccess: () => {
      toast('success', t('ownReport.revoked'));
    },
    onError: (error) => {
      toast('error', errorText(error));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
  return (
    <section>
      <Title order={2} size="h6" mb={6}>
        {t('ownReport.links')}
      </Title>
      <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
        {links.map(({ reportLinkId, kind, expiresAt, openings }) => {
          const title = TITLES[kind];
          const until = t('ownReport.until', {
            date: formatDay(expiresAt, today()),
            count: openings,
          });
          return (
            <Group key={reportLinkId} component="li" justify="space-between" gap="sm">
              <Text size="sm">{title === undefined ? until : `${t(title)} · ${until}`}</Text>
              <Button
                variant="default"
                size="xs"
                loading={revoke.isPending && revoke.variables === reportLinkId}
                onClick={() => {
                  revoke.mutate(reportLinkId);
                }}
              >
                {t('ownReport.revoke')}
              </Button>
            </Group>
          );
        })}
      </Stack>
    </section>
  );
}

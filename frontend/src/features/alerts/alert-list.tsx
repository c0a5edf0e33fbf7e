// The list that the bell opens: newest first, with unread alerts marked. Each links to its detail.
import {
  ActionIcon,
  Box,
  Button,
  Group,
  Skeleton,
  Stack,
  Text,
  UnstyledButton,
} from '@mantine/core';
import { QueryError } from '~/kernel/errors/query-error';
import { GradeBadge } from '~/kernel/grade/grade-badge';
import { SCALES } from '~/kernel/grade/grade-scales';
import { formatDateTime } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { Dotted } from '~/ui/dotted';
import { SettingsIcon } from '~/ui/icons';
import { ToneBadge } from '~/ui/tone-badge';
import classes from './alert-list.module.css';
import {
  indicatorName,
  kindName,
  subjectOf,
  urgentText,
  useAlerts,
  useMarkRead,
  type Alert,
} from './alerts';

interface AlertListProps {
  onOpen: (alertId: number) => void;
  /** Opens a dialog over the page. The panel of a button closes on a click elsewhere. */
  onSettings: () => void;
}

export default function AlertList({ onOpen, onSettings }: AlertListProps) {
  const t = useText();
  const alerts = useAlerts();
  const markRead = useMarkRead();
  const rows = alerts.data?.pages.flatMap((page) => page.data) ?? [];
  const newest = rows[0];
  const isIdle = markRead.isPending || rows.every((alert) => alert.isRead);
  return (
    <>
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Text fw={600}>{t('alerts.bell')}</Text>
        <Group gap={4} wrap="nowrap">
          <Button
            size="xs"
            variant="subtle"
            // Not `disabled`, because a disabled button would lose the focus.
            {...(isIdle && { 'data-disabled': true, 'aria-disabled': true })}
            onClick={() => {
              if (newest && !isIdle) markRead.mutate({ alertIds: [], through: newest.alertId });
            }}
          >
            {t('alerts.markAll')}
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('alerts.settings')}
            title={t('alerts.settings')}
            onClick={onSettings}
          >
            <SettingsIcon size={16} stroke={1.6} />
          </ActionIcon>
        </Group>
      </Group>
      {alerts.isPending && (
        <Stack aria-hidden>
          <Skeleton height={36} />
          <Skeleton height={36} />
        </Stack>
      )}
      {alerts.isError && <QueryError error={alerts.error} retry={() => void alerts.refetch()} />}
      {alerts.isSuccess && rows.length === 0 && (
        <Stack gap={4} py="md" ta="center">
          <Text size="sm">{t('alerts.none')}</Text>
          <Text size="sm" c="dimmed">
            {t('alerts.noneHint')}
          </Text>
        </Stack>
      )}
      {rows.length > 0 && (
        <Box mah="60vh" style={{ overflowY: 'auto' }}>
          <ul className={classes.list}>
            {rows.map((alert) => (
              <li key={alert.alertId}>
                <AlertRow
                  alert={alert}
                  onOpen={() => {
                    onOpen(alert.alertId);
                  }}
                />
              </li>
            ))}
          </ul>
          {alerts.hasNextPage && (
            <Button
              fullWidth
              size="xs"
              variant="default"
              mt="xs"
              loading={alerts.isFetchingNextPage}
              onClick={() => void alerts.fetchNextPage()}
            >
              {t('alerts.more')}
            </Button>
          )}
        </Box>
      )}
    </>
  );
}

function AlertRow({ alert, onOpen }: { alert: Alert; onOpen: () => void }) {
  const t = useText();
  const { measurement } = alert;
  return (
    <UnstyledButton className={classes.row} onClick={onOpen}>
      <span className={classes.dot} data-unread={!alert.isRead || undefined}>
        {!alert.isRead && <span className={classes.hidden}>{t('alerts.unread')}</span>}
      </span>
      <span className={classes.text}>
        <Text component="span" fw={alert.isRead ? 400 : 600} truncate>
          {measurement ? (measurement.memberName ?? t('alerts.someone')) : kindName(alert.kind)}
        </Text>
        {measurement && (
          <span className={classes.grades}>
            {measurement.urgent.map((side) => (
              <ToneBadge key={side} tone="serious">
                {urgentText(side)}
              </ToneBadge>
            ))}
            {measurement.grades.map(({ indicator, grade }) => (
              <span key={indicator} className={classes.grade}>
                <Text component="span" size="sm">
                  {indicatorName(indicator)}
                </Text>
                <GradeBadge scale={SCALES[indicator]} grade={grade} />
              </span>
            ))}
          </span>
        )}
        <Text component="span" size="sm" c="dimmed" truncate>
          <Dotted
            parts={[
              measurement?.companyName ?? subjectOf(alert) ?? null,
              formatDateTime(alert.createdAt),
            ]}
          />
        </Text>
      </span>
    </UnstyledButton>
  );
}

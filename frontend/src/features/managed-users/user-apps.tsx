// The apps of a user with the periods of use, if the user allows recording them.
import '@mantine/core/styles/Table.css';
import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '~/domain/client';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDateTime } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { AppIcon } from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';

const PLATFORMS = { ANDROID: 'Android', IOS: 'iOS' } as const;

export function UserApps({ userId }: { userId: number }) {
  const t = useText();
  const apps = useQuery({
    queryKey: ['user-app-uses', userId],
    queryFn: ({ signal }) => call('ListUserAppUses', { path: { userId } }, signal),
  });
  if (apps.isPending) return <FieldsSkeleton />;
  if (apps.isError) return <QueryError error={apps.error} retry={() => void apps.refetch()} />;
  if (apps.data.length === 0) {
    return (
      <StateMessage icon={AppIcon} title={t('user.noApps')}>
        {t('user.noAppsHint')}
      </StateMessage>
    );
  }
  return (
    // Scrollable by keyboard, too.
    <Table.ScrollContainer
      minWidth={520}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={t('user.apps')}
    >
      <Table fz="sm" verticalSpacing={6} horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('userApp.name')}</Table.Th>
            <Table.Th>{t('userApp.service')}</Table.Th>
            <Table.Th>{t('user.appVersion')}</Table.Th>
            <Table.Th>{t('user.firstUsed')}</Table.Th>
            <Table.Th>{t('user.lastUsed')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {apps.data.map((app) => (
            <Table.Tr key={app.userAppId}>
              <Table.Td>{app.name}</Table.Td>
              <Table.Td>{app.serviceName}</Table.Td>
              <Table.Td>
                {PLATFORMS[app.platform]} <bdi>{app.appVersion}</bdi>
              </Table.Td>
              <Table.Td>
                <time dateTime={app.firstUsedAt}>{formatDateTime(app.firstUsedAt)}</time>
              </Table.Td>
              <Table.Td>
                <time dateTime={app.lastUsedAt}>{formatDateTime(app.lastUsedAt)}</time>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

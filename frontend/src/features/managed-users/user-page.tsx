// One user: who it is, with which members the user is linked, and what was changed.
import '~/kernel/resource/resource-styles';
import { Anchor, Button, Paper, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate } from 'react-router';
import { call } from '~/domain/client';
import { isNotFound } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { usePageTitle } from '~/kernel/page/use-page-title';
import type { Resource } from '~/kernel/resource/definition';
import { FieldList, FieldsSkeleton } from '~/kernel/resource/field-list';
import { RecordMissing } from '~/kernel/resource/record-missing';
import { refusalOf } from '~/kernel/resource/refusal';
import { RevisionList } from '~/kernel/resource/revision-list';
import { DIALOG_STATE, useRecordId } from '~/kernel/resource/use-dialog-route';
import { useRemove } from '~/kernel/resource/use-remove';
import { DisabledReason } from '~/ui/disabled-reason';
import { Dotted } from '~/ui/dotted';
import { DeleteIcon, EditIcon } from '~/ui/icons';
import { PageHeader } from '~/ui/page-header';
import { UserConsents } from './user-consents';
import { UserLinks } from './user-links';
import classes from './user-page.module.css';
import type { User } from './user-resource';

export function UserPage({ users }: { users: Resource<User> }) {
  const t = useText();
  const navigate = useNavigate();
  const id = useRecordId();
  const userId = id ?? 0;
  const remove = useRemove(users);
  const user = useQuery({
    queryKey: [users.key, 'detail', userId],
    queryFn: ({ signal }) => call('GetUser', { path: { userId } }, signal),
    enabled: id !== undefined,
  });
  usePageTitle(user.data?.name ?? t(users.title));
  if (id === undefined || isNotFound(user.error)) {
    return <RecordMissing list={users.path} wholePage />;
  }
  if (user.isError) return <QueryError error={user.error} retry={() => void user.refetch()} />;
  const record = user.data;
  return (
    <>
      <Anchor component={Link} to={users.path} size="sm">
        {t(users.title)}
      </Anchor>
      <PageHeader
        title={record?.name ?? '…'}
        description={
          record && <Dotted parts={[record.loginId, textIfKnown(`userLevel.${record.level}`)]} />
        }
        actions={
          record && (
            <>
              <DisabledReason reason={refusalOf(record.can.delete)}>
                {(refused) => (
                  <Button
                    variant="default"
                    leftSection={<DeleteIcon size={16} stroke={1.6} aria-hidden />}
                    onClick={() => {
                      if (!refused['data-disabled'])
                        remove(record, () => void navigate(users.path));
                    }}
                    {...refused}
                  >
                    {t('action.delete')}
                  </Button>
                )}
              </DisabledReason>
              <DisabledReason reason={refusalOf(record.can.update)}>
                {(refused) => (
                  <Button
                    leftSection={<EditIcon size={16} stroke={1.6} aria-hidden />}
                    onClick={() => {
                      if (!refused['data-disabled']) void navigate('edit', { state: DIALOG_STATE });
                    }}
                    {...refused}
                  >
                    {t('action.edit')}
                  </Button>
                )}
              </DisabledReason>
            </>
          )
        }
      />
      <Paper withBorder className={classes.facts}>
        <Tabs defaultValue="fields" keepMounted={false}>
          <Tabs.List mb="xs">
            <Tabs.Tab value="fields">{t('detail.fields')}</Tabs.Tab>
            <Tabs.Tab value="links">{t('user.links')}</Tabs.Tab>
            <Tabs.Tab value="consents">{t('consent.tab')}</Tabs.Tab>
            <Tabs.Tab value="revisions">{t('detail.revisions')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="fields">
            {record ? <FieldList fields={users.fields} record={record} /> : <FieldsSkeleton />}
          </Tabs.Panel>
          <Tabs.Panel value="links">
            <UserLinks userId={userId} />
          </Tabs.Panel>
          <Tabs.Panel value="consents">
            <UserConsents userId={userId} />
          </Tabs.Panel>
          <Tabs.Panel value="revisions">
            <RevisionList resource={users} id={userId} />
          </Tabs.Panel>
        </Tabs>
      </Paper>
      <Outlet context={users} />
    </>
  );
}

// One member: who it is, what was changed, and below it the member's measurements, which the router puts there.
import '~/kernel/resource/resource-styles';
import { Anchor, Button, Group, Paper, Tabs } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Outlet, useNavigate } from 'react-router';
import { call } from '~/domain/client';
import { errorText, isNotFound } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { dateKind } from '~/kernel/field/date-kind';
import { useText } from '~/kernel/i18n/i18n';
import { usePageTitle } from '~/kernel/page/use-page-title';
import type { AnyField } from '~/kernel/resource/definition';
import { FieldList, FieldsSkeleton } from '~/kernel/resource/field-list';
import { RecordMissing } from '~/kernel/resource/record-missing';
import { refusalOf } from '~/kernel/resource/refusal';
import { RevisionList } from '~/kernel/resource/revision-list';
import { DIALOG_STATE, useRecordId } from '~/kernel/resource/use-dialog-route';
import { useRemove } from '~/kernel/resource/use-remove';
import { toast } from '~/kernel/toast/toast';
import { DisabledReason } from '~/ui/disabled-reason';
import { Dotted } from '~/ui/dotted';
import { DeleteIcon, EditIcon, EyeIcon } from '~/ui/icons';
import { PageHeader } from '~/ui/page-header';
import { MemberAccess } from './member-access';
import { MemberLinks } from './member-links';
import classes from './member-page.module.css';
import { members, type Member } from './member-resource';

export function Component() {
  const t = useText();
  const navigate = useNavigate();
  const id = useRecordId();
  const memberId = id ?? 0;
  const remove = useRemove(members);
  const member = useQuery({
    queryKey: [members.key, 'detail', memberId],
    queryFn: ({ signal }) => call('GetMember', { path: { memberId } }, signal),
    enabled: id !== undefined,
  });
  usePageTitle(member.data?.name ?? t('member.title'));
  if (id === undefined || isNotFound(member.error)) {
    return <RecordMissing list={members.path} wholePage />;
  }
  if (member.isError)
    return <QueryError error={member.error} retry={() => void member.refetch()} />;
  const record = member.data;
  return (
    <>
      <Anchor component={Link} to={members.path} size="sm">
        {t('member.title')}
      </Anchor>
      <PageHeader
        title={record?.name ?? '…'}
        description={record && <Dotted parts={[record.companyName, record.memberNo]} />}
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
                        remove(record, () => void navigate(members.path));
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
            <Tabs.Tab value="links">{t('link.title')}</Tabs.Tab>
            <Tabs.Tab value="revisions">{t('detail.revisions')}</Tabs.Tab>
            <Tabs.Tab value="access">{t('log.whoRead')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="fields">
            {record ? <MemberFacts key={record.version} member={record} /> : <FieldsSkeleton />}
          </Tabs.Panel>
          <Tabs.Panel value="links">
            {record ? <MemberLinks member={record} /> : <FieldsSkeleton />}
          </Tabs.Panel>
          <Tabs.Panel value="revisions">
            <RevisionList resource={members} id={memberId} />
          </Tabs.Panel>
          <Tabs.Panel value="access">
            <MemberAccess memberId={memberId} />
          </Tabs.Panel>
        </Tabs>
      </Paper>
      <Outlet context={members} />
    </>
  );
}

const memoShown = (field: AnyField<Member>): AnyField<Member> =>
  field.name === 'memo'
    ? { ...field, hidden: false }
    : field.name === 'birthDate'
      ? { ...field, kind: dateKind }
      : field;

/** Personal data stays masked until somebody asks for it, which the server writes down. */
function MemberFacts({ member }: { member: Member }) {
  const t = useText();
  const [full, setFull] = useState<Member>();
  const reveal = useMutation({
    mutationFn: () => call('RevealMember', { path: { memberId: member.memberId } }),
    onSuccess: (personal) => {
      setFull({ ...member, ...personal });
    },
    onError: (error) => {
      toast('error', errorText(error));
    },
  });
  return (
    <>
      <FieldList
        fields={full ? members.fields.map(memoShown) : members.fields}
        record={full ?? member}
      />
      <Group justify="flex-end" mt="sm" gap="sm">
        {!full && <span className={classes.notice}>{t('member.revealNotice')}</span>}
        <Button
          variant="light"
          size="xs"
          leftSection={<EyeIcon size={15} stroke={1.6} aria-hidden />}
          loading={reveal.isPending}
          onClick={() => {
            if (full) setFull(undefined);
            else reveal.mutate();
          }}
          aria-pressed={full !== undefined}
        >
          {t(full ? 'member.hide' : 'member.reveal')}
        </Button>
      </Group>
    </>
  );
}

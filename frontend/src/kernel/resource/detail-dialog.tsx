// Shows a record and, in a second tab, its history: what was changed, when and by whom.
import { Button, Group, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useAccess } from '~/kernel/access/access';
import footClasses from '~/kernel/dialog/foot.module.css';
import { isNotFound } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { useText } from '~/kernel/i18n/i18n';
import { DisabledReason } from '~/ui/disabled-reason';
import { CopyIcon, DeleteIcon, EditIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { DialogFrame } from './dialog-frame';
import { FieldList, FieldsSkeleton } from './field-list';
import { RecordAuthors } from './record-authors';
import { RecordElsewhere, RecordMissing } from './record-missing';
import { refusalOf } from './refusal';
import { RevisionList } from './revision-list';
import { DIALOG_STATE, useCloseDialog, useRecordId, useResource } from './use-dialog-route';
import { useRecord } from './use-record';
import { useRemove } from './use-remove';

export function Component() {
  const t = useText();
  const resource = useResource();
  const id = useRecordId();
  const close = useCloseDialog();
  const access = useAccess(resource.path);
  const { search } = useLocation();
  const [tab, setTab] = useState<string | null>('fields');
  const remove = useRemove(resource);
  const { revisions } = resource.api;
  const record = useRecord(resource, id);
  const Detail = resource.slots?.detail;
  const home = record.data && resource.homeOf?.(record.data);
  const row = home ? undefined : record.data;
  if (id === undefined || isNotFound(record.error) || home) {
    const list = `${resource.path}${search}`;
    return (
      <DialogFrame title={t(resource.title)} onClose={close}>
        {home ? <RecordElsewhere home={home} list={list} /> : <RecordMissing list={list} />}
      </DialogFrame>
    );
  }
  const body = (
    <>
      {record.isPending && <FieldsSkeleton />}
      {record.isError && <QueryError error={record.error} retry={() => void record.refetch()} />}
      {row &&
        (Detail ? <Detail record={row} /> : <FieldList fields={resource.fields} record={row} />)}
      {row && <RecordAuthors record={row} />}
    </>
  );
  return (
    <DialogFrame title={row ? resource.nameOf(row) : t(resource.title)} onClose={close}>
      {revisions ? (
        <Tabs value={tab} onChange={setTab} keepMounted={false}>
          <Tabs.List mb="sm">
            <Tabs.Tab value="fields">{t('detail.fields')}</Tabs.Tab>
            <Tabs.Tab value="revisions">{t('detail.revisions')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="fields">{body}</Tabs.Panel>
          <Tabs.Panel value="revisions">
            <RevisionList
              resource={resource}
              id={id}
              changeable={row?.can?.update.allowed === true ? row : undefined}
            />
          </Tabs.Panel>
        </Tabs>
      ) : (
        body
      )}
      {row && resource.api.update && (
        <Group justify="space-between" gap="xs" className={footClasses.foot}>
          <DisabledReason reason={refusalOf(row.can?.delete)}>
            {(refused) => (
              <Button
                variant="subtle"
                color="red"
                leftSection={<DeleteIcon size={16} stroke={1.6} aria-hidden />}
                onClick={() => {
                  if (!refused['data-disabled']) remove(row, close);
                }}
                {...refused}
              >
                {t('action.delete')}
              </Button>
            )}
          </DisabledReason>
          {resource.copyWithout !== undefined && access.create && (
            <Button
              component={Link}
              to={{ pathname: `${resource.path}/${String(id)}/copy`, search }}
              state={DIALOG_STATE}
              variant="default"
              ms="auto"
              leftSection={<CopyIcon size={16} stroke={1.6} aria-hidden />}
            >
              {t('action.copy')}
            </Button>
          )}
          <DisabledReason reason={refusalOf(row.can?.update)}>
            {(refused) =>
              refused['data-disabled'] ? (
                <Button leftSection={<EditIcon size={16} stroke={1.6} aria-hidden />} {...refused}>
                  {t('action.edit')}
                </Button>
              ) : (
                <Button
                  component={Link}
                  to={{ pathname: `${resource.path}/${String(id)}/edit`, search }}
                  state={DIALOG_STATE}
                  leftSection={<EditIcon size={16} stroke={1.6} aria-hidden />}
                >
                  {t('action.edit')}
                </Button>
              )
            }
          </DisabledReason>
        </Group>
      )}
    </DialogFrame>
  );
}

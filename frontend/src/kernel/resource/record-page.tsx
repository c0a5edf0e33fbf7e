// The page of one record: its name, its actions and its tabs. The feature supplies the tabs.
import { Anchor, Button, Paper } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { isNotFound } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { useText } from '~/kernel/i18n/i18n';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { useScreenName } from '~/kernel/session/menu-name';
import { DisabledReason } from '~/ui/disabled-reason';
import { DeleteIcon, EditIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { PageHeader } from '~/ui/page-header';
import type { Resource, ResourceRecord } from './definition';
import { FieldsSkeleton } from './field-list';
import { RecordElsewhere, RecordMissing } from './record-missing';
import classes from './record-page.module.css';
import { refusalOf } from './refusal';
import { DIALOG_STATE, useIsHere, useRecordId } from './use-dialog-route';
import { useRecord } from './use-record';
import { useRemove } from './use-remove';

interface RecordPageProps<Row extends ResourceRecord> {
  resource: Resource<Row>;
  /** A short description below the name. */
  description?: (record: Row) => ReactNode;
  /** Extra actions, placed before the standard ones. */
  actions?: (record: Row) => ReactNode;
  /** Whether open dialogs stay open when the record turns out to have its page elsewhere. */
  staysOpen?: boolean;
  /** The page's content: usually tabs, of which the first also shows the authors. */
  children: (record: Row) => ReactNode;
}

export function RecordPage<Row extends ResourceRecord>({
  resource,
  description,
  actions,
  staysOpen = false,
  children,
}: RecordPageProps<Row>) {
  const t = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const isHere = useIsHere();
  const id = useRecordId();
  const remove = useRemove(resource);
  const found = useRecord(resource, id);
  const record = found.data;
  const name = useScreenName(resource);
  usePageTitle(record ? resource.nameOf(record) : name);
  if (id === undefined || isNotFound(found.error)) {
    return <RecordMissing list={resource.path} wholePage />;
  }
  const home = record && resource.homeOf?.(record);
  const failure = found.isError && (
    <QueryError error={found.error} retry={() => void found.refetch()} />
  );
  // A known record stays: a form that is open over it must not be unmounted.
  if (failure && !record) return failure;
  const body = (
    <>
      {failure}
      <Anchor component={Link} to={resource.path} size="sm">
        {name}
      </Anchor>
      <PageHeader
        title={record ? resource.nameOf(record) : '…'}
        description={record && description?.(record)}
        actions={
          record && (
            <>
              {actions?.(record)}
              <DisabledReason reason={refusalOf(record.can?.delete)}>
                {(refused) => (
                  <Button
                    variant="default"
                    leftSection={<DeleteIcon size={16} stroke={1.6} aria-hidden />}
                    onClick={() => {
                      if (refused['data-disabled']) return;
                      remove(record, () => {
                        if (isHere()) void navigate(resource.path);
                      });
                    }}
                    {...refused}
                  >
                    {t('action.delete')}
                  </Button>
                )}
              </DisabledReason>
              {resource.api.update && (
                <DisabledReason reason={refusalOf(record.can?.update)}>
                  {(refused) => (
                    <Button
                      leftSection={<EditIcon size={16} stroke={1.6} aria-hidden />}
                      onClick={() => {
                        if (!refused['data-disabled'])
                          void navigate({ pathname: 'edit', search }, { state: DIALOG_STATE });
                      }}
                      {...refused}
                    >
                      {t('action.edit')}
                    </Button>
                  )}
                </DisabledReason>
              )}
            </>
          )
        }
      />
      <Paper withBorder className={classes.paper}>
        {record ? <Fragment key={id}>{children(record)}</Fragment> : <FieldsSkeleton />}
      </Paper>
    </>
  );
  return (
    <>
      {home ? <RecordElsewhere home={home} list={resource.path} /> : body}
      {/* At the same position in both cases, so that an open dialog keeps its state. */}
      {(!home || staysOpen) && <Outlet context={resource} />}
    </>
  );
}

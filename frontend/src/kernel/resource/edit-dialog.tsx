// Edits a record. The form is rendered once the record is loaded, and starts over when it is
// reloaded.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { useIsRevoked } from '~/kernel/access/taken-away';
import { isNotFound } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { initialValues, ResourceForm } from '~/kernel/form/resource-form';
import { useText } from '~/kernel/i18n/i18n';
import { toast } from '~/kernel/toast/toast';
import { DialogFrame } from './dialog-frame';
import { FieldsSkeleton } from './field-list';
import { RecordElsewhere, RecordMissing } from './record-missing';
import { useCloseDialog, useRecordId, useResource } from './use-dialog-route';

export function Component() {
  const t = useText();
  const resource = useResource();
  const isRevoked = useIsRevoked(resource.path, 'update');
  const queryClient = useQueryClient();
  const id = useRecordId();
  const { search } = useLocation();
  const close = useCloseDialog();
  const { get, getForEdit, update, revisions } = resource.api;
  const record = useQuery({
    queryKey: [resource.key, 'edit', id],
    queryFn: async ({ signal }) => {
      if (id === undefined) throw new Error('No such record');
      const [row, values] = await Promise.all([get?.(id, signal), getForEdit?.(id, signal)]);
      return { row, values };
    },
    enabled: id !== undefined,
    // Personal data and versions are loaded for a single edit and not cached.
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  if (!update || resource.form === undefined || !resource.texts) return null;
  const readAgain = async () => {
    const [{ data }, history] = await Promise.all([
      record.refetch({ throwOnError: true }),
      // The author of the change is shown if the history is readable.
      id === undefined
        ? undefined
        : revisions?.(id, 0, new AbortController().signal).catch(() => undefined),
    ]);
    const version = data?.row?.version;
    const behind = (version ?? 0) - (record.data?.row?.version ?? 0);
    return {
      values: initialValues(resource.fields, data?.row, data?.values),
      version,
      revisions: history?.data.slice(0, behind) ?? [],
    };
  };
  const row = record.data?.row;
  const home = row && resource.homeOf?.(row);
  if (id === undefined || isNotFound(record.error) || home) {
    const list = `${resource.path}${search}`;
    return (
      <DialogFrame title={t(resource.texts.edit)} onClose={close}>
        {home ? <RecordElsewhere home={home} list={list} /> : <RecordMissing list={list} />}
      </DialogFrame>
    );
  }
  return (
    <DialogFrame title={t(resource.texts.edit)} onClose={close}>
      {record.isPending && <FieldsSkeleton />}
      {record.isError && !record.data && (
        <QueryError error={record.error} retry={() => void record.refetch()} />
      )}
      {record.data && (
        <ResourceForm
          fields={resource.fields}
          form={resource.form}
          fixedValues={resource.fixedValues}
          preview={resource.slots?.preview}
          changes={resource.slots?.changes}
          mode="edit"
          isRevoked={isRevoked}
          initial={initialValues(resource.fields, record.data.row, record.data.values)}
          version={record.data.row?.version}
          save={(values, version) => update(id, { ...values, version })}
          onSaved={() => {
            toast('success', t('form.saved'));
            void queryClient.invalidateQueries({ queryKey: [resource.key] });
            close();
          }}
          onCancel={close}
          readAgain={readAgain}
        />
      )}
    </DialogFrame>
  );
}

// Creates a record, or a copy of one with all values except its name.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useIsRevoked } from '~/kernel/access/taken-away';
import { QueryError } from '~/kernel/errors/query-error';
import { initialValues, ResourceForm } from '~/kernel/form/resource-form';
import { useText } from '~/kernel/i18n/i18n';
import { knownMe, type Me } from '~/kernel/session/account';
import { toast } from '~/kernel/toast/toast';
import type { FormValues, Resource, ResourceRecord } from './definition';
import { DialogFrame } from './dialog-frame';
import { FieldsSkeleton } from './field-list';
import { useCloseDialog, useIsHere, useRecordId, useResource } from './use-dialog-route';

export function Component() {
  const t = useText();
  const resource = useResource();
  const queryClient = useQueryClient();
  const isRevoked = useIsRevoked(resource.path, 'create');
  const close = useCloseDialog();
  const isHere = useIsHere();
  const navigate = useNavigate();
  const { search, state } = useLocation() as { search: string; state: unknown };
  const made = useRef<number>(undefined);
  const copied = useRecordId();
  const { create, get } = resource.api;
  const original = useQuery({
    queryKey: [resource.key, 'copy', copied],
    queryFn: ({ signal }) =>
      get && copied !== undefined ? get(copied, signal) : Promise.reject(new Error('No such call')),
    enabled: copied !== undefined,
    gcTime: 0,
  });
  if (!create || resource.form === undefined || !resource.texts) return null;
  const { copyWithout } = resource;
  const record = original.data && { ...original.data, [copyWithout ?? '']: undefined };
  const me = knownMe(queryClient);
  return (
    <DialogFrame title={t(resource.texts.create)} onClose={close}>
      {copied !== undefined && original.isPending && <FieldsSkeleton />}
      {original.isError && (
        <QueryError error={original.error} retry={() => void original.refetch()} />
      )}
      {(copied === undefined || record) && (
        <ResourceForm
          fields={resource.fields}
          form={resource.form}
          fixedValues={resource.fixedValues}
          preview={resource.slots?.preview}
          mode="create"
          isRevoked={isRevoked}
          initial={initialValues(resource.fields, record, filteredBy(resource, search, me), me)}
          save={async (values, _, idempotencyKey) => {
            made.current = resource.idOf(await create(values, idempotencyKey));
          }}
          onSaved={() => {
            toast('success', t('form.created'));
            void queryClient.invalidateQueries({ queryKey: [resource.key] });
            if (resource.afterCreate === undefined) close();
            else if (isHere()) {
              const pathname = `${resource.path}/${String(made.current)}/${resource.afterCreate}`;
              void navigate({ pathname, search }, { replace: true, state });
            }
          }}
          onCancel={close}
        />
      )}
    </DialogFrame>
  );
}

/**
 * Returns the values that a new record takes from the filters of its list. A user who can access
 * one company only keeps that one: the address may come from somebody who can access others.
 */
function filteredBy(
  { fields }: Resource<ResourceRecord>,
  search: string,
  me: Me | undefined,
): FormValues {
  const filters = new URLSearchParams(search);
  const taken = fields.filter(
    ({ name, kind, fromFilter }) =>
      fromFilter && filters.has(name) && (kind.begins?.(me) ?? null) === null,
  );
  return Object.fromEntries(
    taken.map(({ name, kind }) => [name, kind.toQuery?.(filters.getAll(name))]),
  );
}

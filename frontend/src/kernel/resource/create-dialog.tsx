// Registers a record.
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { initialValues, ResourceForm } from '~/kernel/form/resource-form';
import { useText } from '~/kernel/i18n/i18n';
import { toast } from '~/kernel/toast/toast';
import { DialogFrame } from './dialog-frame';
import { useCloseDialog, useResource } from './use-dialog-route';

export function Component() {
  const t = useText();
  const resource = useResource();
  const queryClient = useQueryClient();
  const close = useCloseDialog();
  const navigate = useNavigate();
  const { search, state } = useLocation() as { search: string; state: unknown };
  const made = useRef<number>(undefined);
  const { create } = resource.api;
  if (!create || resource.form === undefined || !resource.texts) return null;
  return (
    <DialogFrame title={t(resource.texts.create)} onClose={close}>
      <ResourceForm
        fields={resource.fields}
        form={resource.form}
        fixedValues={resource.fixedValues}
        preview={resource.slots?.preview}
        mode="create"
        initial={initialValues(resource.fields, undefined)}
        save={async (values) => {
          made.current = resource.idOf(await create(values));
        }}
        onSaved={() => {
          toast('success', t('form.created'));
          void queryClient.invalidateQueries({ queryKey: [resource.key] });
          if (resource.afterCreate === undefined) close();
          else {
            const pathname = `${resource.path}/${String(made.current)}/${resource.afterCreate}`;
            void navigate({ pathname, search }, { replace: true, state });
          }
        }}
        onCancel={close}
      />
    </DialogFrame>
  );
}

// Registers a record.
import { useQueryClient } from '@tanstack/react-query';
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
        save={create}
        onSaved={() => {
          toast('success', t('form.created'));
          void queryClient.invalidateQueries({ queryKey: [resource.key] });
          close();
        }}
        onCancel={close}
      />
    </DialogFrame>
  );
}

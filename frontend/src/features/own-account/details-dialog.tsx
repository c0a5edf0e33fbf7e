// Changes the user's own name and contact data. Contact data require the password, so that a
// session left open is of no use to others.
import { PasswordInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Body } from '~/domain/client';
import { QueryError } from '~/kernel/errors/query-error';
import type { Kind } from '~/kernel/field/kind';
import { emailKind, phoneKind, textKind } from '~/kernel/field/text-kind';
import { initialValues, ResourceForm } from '~/kernel/form/resource-form';
import { useText } from '~/kernel/i18n/i18n';
import type { AnyField, FormValues } from '~/kernel/resource/definition';
import { DialogFrame } from '~/kernel/resource/dialog-frame';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { useCloseDialog } from '~/kernel/resource/use-dialog-route';
import { toast } from '~/kernel/toast/toast';
import { OWN_DETAILS, type OwnDetailsRecord } from './own-details';

const passwordKind: Kind = {
  // Never shown, not even in an edit conflict.
  show: () => '••••••••',
  empty: '',
  isSecret: true,
  wide: true,
  Input: function OwnPassword(props) {
    const t = useText();
    return (
      <PasswordInput
        label={props.label}
        description={t('account.passwordForContact')}
        value={typeof props.value === 'string' ? props.value : ''}
        onChange={(event) => {
          props.onChange(event.currentTarget.value);
        }}
        error={props.error}
        withAsterisk={props.required}
        aria-required={props.required}
        maxLength={props.maxLength}
        {...props.marks}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
      />
    );
  },
};

/** Blank input is empty. */
const asText = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

const fieldsOf = (standing: OwnDetailsRecord): readonly AnyField<OwnDetailsRecord>[] => [
  { name: 'name', label: 'account.name', kind: textKind, form: 'always' },
  { name: 'phoneNumber', label: 'company.phone', kind: phoneKind, form: 'always' },
  { name: 'email', label: 'company.email', kind: emailKind, form: 'always' },
  {
    name: 'currentPassword',
    label: 'account.currentPassword',
    kind: passwordKind,
    form: 'always',
    required: true,
    onlyIf: (values) =>
      asText(values.phoneNumber) !== asText(standing.phoneNumber) ||
      asText(values.email) !== asText(standing.email),
  },
];

const asBody = (values: FormValues) => values as Body<'UpdateOwnDetails'>;

export function Component() {
  const t = useText();
  const close = useCloseDialog();
  const queryClient = useQueryClient();
  const details = useQuery({
    queryKey: [...OWN_DETAILS, 'edit'],
    queryFn: ({ signal }) => call('GetOwnDetails', {}, signal),
    // Loaded for a single edit. A refetch by the page must not restart the form.
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  return (
    <DialogFrame title={t('account.details')} onClose={close}>
      {details.isPending && <FieldsSkeleton />}
      {details.isError && <QueryError error={details.error} retry={() => void details.refetch()} />}
      {details.data && (
        <ResourceForm
          fields={fieldsOf(details.data)}
          form="OwnDetailsSave"
          mode="edit"
          initial={initialValues(fieldsOf(details.data), details.data)}
          version={details.data.version}
          save={async (values, version) => {
            const saved = await call('UpdateOwnDetails', { body: asBody({ ...values, version }) });
            queryClient.setQueryData(OWN_DETAILS, saved);
          }}
          onSaved={() => {
            toast('success', t('form.saved'));
            // The console's header shows the name, too.
            void queryClient.invalidateQueries({ queryKey: ['account', 'me'] });
            close();
          }}
          onCancel={close}
          readAgain={async () => {
            const { data = details.data } = await details.refetch({ throwOnError: true });
            const values = initialValues(fieldsOf(data), data);
            return { values, version: data.version, revisions: [] };
          }}
        />
      )}
    </DialogFrame>
  );
}

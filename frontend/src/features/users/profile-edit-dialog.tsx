// Edits the member's own profile.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call, type Body } from '~/domain/client';
import { QueryError } from '~/kernel/errors/query-error';
import { sexKind } from '~/kernel/field/choice-kind';
import { pastDateKind } from '~/kernel/field/date-kind';
import { addressKind, emailKind, phoneKind, textKind } from '~/kernel/field/text-kind';
import { initialValues, ResourceForm } from '~/kernel/form/resource-form';
import { useText } from '~/kernel/i18n/i18n';
import type { ChangeConfirmation, FormValues } from '~/kernel/resource/definition';
import { DialogFrame } from '~/kernel/resource/dialog-frame';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import type { Field } from '~/kernel/resource/resource';
import { useCloseDialog } from '~/kernel/resource/use-dialog-route';
import { toast } from '~/kernel/toast/toast';
import { useKeepProfile, type Profile } from './own-profile';

const FORM = 'UserProfileSave';

/**
 * Members above guest level have entered birth date and sex, which they may correct but not remove.
 */
const fieldsOf = ({
  level,
}: Profile): readonly Field<Profile, Body<'UpdateOwnProfile'>, object>[] => [
  { name: 'name', label: 'member.name', kind: textKind, form: 'always' },
  {
    name: 'birthDate',
    label: 'member.birthDate',
    kind: pastDateKind,
    form: 'always',
    required: level !== 'REGULAR_GUEST',
  },
  {
    name: 'sex',
    label: 'member.sex',
    kind: sexKind,
    form: 'always',
    required: level !== 'REGULAR_GUEST',
  },
  { name: 'phoneNumber', label: 'member.phone', kind: phoneKind, form: 'always' },
  { name: 'email', label: 'member.email', kind: emailKind, form: 'always' },
  { name: 'address', label: 'member.address', kind: addressKind, form: 'always' },
];

const asBody = (values: FormValues) => values as unknown as Body<'UpdateOwnProfile'>;

/** The fields that staff checked for the verification. Changing one of them invalidates it. */
const LOOKED_AT = ['name', 'birthDate', 'sex'] as const;

const LOSES_LEVEL: ChangeConfirmation<FormValues> = {
  // An empty value will be refused, so there is nothing to confirm.
  areIn: (before, values) =>
    LOOKED_AT.some((field) => before[field] !== values[field]) &&
    LOOKED_AT.every((field) => values[field] !== null && values[field] !== ''),
  Explanation: LosesLevel,
};

function LosesLevel() {
  const t = useText();
  return <Text>{t('me.losesLevel', { level: t('userLevel.REGULAR_MEMBER') })}</Text>;
}

const isVerified = ({ level }: Profile) => level !== 'REGULAR_GUEST' && level !== 'REGULAR_MEMBER';

export function Component() {
  const t = useText();
  const close = useCloseDialog();
  const keep = useKeepProfile();
  const profile = useQuery({
    queryKey: ['own-profile', 'edit'],
    queryFn: ({ signal }) => call('GetOwnProfile', {}, signal),
    // Loaded for a single edit. A refetch by the page must not restart the form.
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  return (
    <DialogFrame title={t('me.edit')} onClose={close}>
      {profile.isPending && <FieldsSkeleton />}
      {profile.isError && <QueryError error={profile.error} retry={() => void profile.refetch()} />}
      {profile.data && (
        <ResourceForm
          fields={fieldsOf(profile.data)}
          form={FORM}
          fixedValues={{ version: profile.data.version }}
          changes={isVerified(profile.data) ? LOSES_LEVEL : undefined}
          mode="edit"
          initial={initialValues(fieldsOf(profile.data), profile.data)}
          version={profile.data.version}
          save={(values, version) =>
            call('UpdateOwnProfile', { body: asBody({ ...values, version }) }).then(keep)
          }
          onSaved={() => {
            toast('success', t('form.saved'));
            close();
          }}
          onCancel={close}
          readAgain={async () => {
            const { data = profile.data } = await profile.refetch({ throwOnError: true });
            const values = initialValues(fieldsOf(data), data);
            return { values, version: data.version, revisions: [] };
          }}
        />
      )}
    </DialogFrame>
  );
}

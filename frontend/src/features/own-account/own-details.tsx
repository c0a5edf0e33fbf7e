// The user's name and contact data, with a link to change them.
import { Button, Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call, type Answer } from '~/domain/client';
import { QueryError } from '~/kernel/errors/query-error';
import { NOTHING } from '~/kernel/field/nothing';
import { useText } from '~/kernel/i18n/i18n';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { EditIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import classes from './account-settings-page.module.css';

export type OwnDetailsRecord = Answer<'GetOwnDetails'>;

export const OWN_DETAILS = ['account', 'details'];

export function OwnDetails() {
  const t = useText();
  const details = useQuery({
    queryKey: OWN_DETAILS,
    queryFn: ({ signal }) => call('GetOwnDetails', {}, signal),
  });
  if (details.isPending) return <Skeleton height={120} />;
  if (details.isError)
    return <QueryError error={details.error} retry={() => void details.refetch()} />;
  const { name, phoneNumber, email } = details.data;
  const facts = [
    [t('account.name'), name],
    [t('company.phone'), phoneNumber],
    [t('company.email'), email],
  ] as const;
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value ?? NOTHING}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <Group justify="flex-end" mt="sm">
        <Button
          component={Link}
          to="edit"
          state={DIALOG_STATE}
          variant="default"
          leftSection={<EditIcon size={16} stroke={1.6} aria-hidden />}
        >
          {t('action.edit')}
        </Button>
      </Group>
    </>
  );
}

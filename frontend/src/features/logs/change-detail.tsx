// An entry of the change log: the author, the record, and each field before and after. The server
// decides who sees values, and masks them as in the record's own history.
import { Button, Stack } from '@mantine/core';
import type { Answer } from '~/domain/client';
import { NOTHING } from '~/kernel/field/nothing';
import { useText } from '~/kernel/i18n/i18n';
import { ChangeTable } from '~/kernel/resource/change-table';
import { FieldList } from '~/kernel/resource/field-list';
import { Link } from '~/ui/link';
import { CHANGE_FIELDS } from './change-log-fields';
import { changedFieldName, changedValue } from './field-names';
import { RecordLink } from './record-link';

type Change = Answer<'GetChangeLog'>;

export function ChangeDetail({ record }: { record: Change }) {
  const t = useText();
  const { resource, changes } = record;
  const isTold = changes.some(({ before, after }) => before !== null || after !== null);
  // The table shows the fields, so they are not repeated above it.
  const fields = isTold ? CHANGE_FIELDS.filter(({ name }) => name !== 'fields') : CHANGE_FIELDS;
  const shown = (field: string, value: string | null) =>
    value === null || value === '' ? NOTHING : changedValue(resource, field, value);
  return (
    <Stack gap="md">
      <FieldList fields={fields} record={record} />
      {isTold && (
        <ChangeTable
          changes={changes.map(({ field, before, after }) => ({
            path: field,
            name: changedFieldName(resource, field),
            before: shown(field, before),
            after: shown(field, after),
          }))}
        />
      )}
      <RecordLink change={record}>
        {(address) => (
          <Button component={Link} to={address} variant="default" style={{ alignSelf: 'start' }}>
            {t('action.openThere')}
          </Button>
        )}
      </RecordLink>
    </Stack>
  );
}

// The values of a record, each next to its label.
import { Skeleton, Stack } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';
import { isAsked, isEntered, valueOf, type AnyField, type FormValues } from './definition';
import classes from './field-list.module.css';

/** Fields that the line of the record's authors shows. */
const SAID_BELOW = ['createdAt', 'updatedAt'];

export function FieldList<Row extends object>({
  fields,
  record,
}: {
  fields: readonly AnyField<Row>[];
  record: Row;
}) {
  const t = useText();
  const isSaidBelow = (name: string) => 'authors' in record && SAID_BELOW.includes(name);
  return (
    <dl className={classes.list}>
      {fields
        .filter(({ hidden, name }) => !hidden && !isSaidBelow(name))
        // Hides empty fields that do not apply to the record.
        .filter(
          (field) => isEntered(valueOf(field, record)) || isAsked(field, record as FormValues),
        )
        .map((field) => (
          <div key={field.name} data-wide={field.kind.wide} data-below={field.kind.below}>
            <dt>{t(field.label)}</dt>
            <dd dir="auto">{field.kind.show(valueOf(field, record))}</dd>
          </div>
        ))}
    </dl>
  );
}

export function FieldsSkeleton() {
  return (
    <Stack gap={22} py="xs" aria-hidden>
      {[1, 2, 3, 4, 5, 6].map((line) => (
        <Skeleton key={line} height={18} />
      ))}
    </Stack>
  );
}

// The fields of a bulk change. Only fields that the user picks are sent.
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { validate, type FieldError } from '~/domain/validation';
import { fieldErrorsOf, fieldErrorText, fieldOf } from '~/kernel/errors/error-text';
import { useText } from '~/kernel/i18n/i18n';
import classes from './bulk-rows.module.css';
import type { FormValues, Resource, ResourceRecord } from './definition';

/** Prefix of the paths of field errors in the server's response. */
export const WITHIN = 'changes.';

interface BulkFieldsProps {
  resource: Resource<ResourceRecord>;
  /**
   * The values that the selected records on the current page share, for fields whose choices depend
   * on other fields.
   */
  like: FormValues;
  error: unknown;
  isPending: boolean;
  onTry: (changes: FormValues) => void;
  onCancel: () => void;
}

export function BulkFields({ resource, like, error, isPending, onTry, onCancel }: BulkFieldsProps) {
  const t = useText();
  const { fields = [], form = '' } = resource.bulk ?? {};
  const offered = resource.fields.filter(({ name, kind }) => fields.includes(name) && kind.Input);
  // A single field is picked from the start.
  const [only] = offered.length === 1 ? offered : [];
  const [picked, setPicked] = useState<readonly string[]>(only ? [only.name] : []);
  const [values, setValues] = useState<FormValues>(() =>
    Object.fromEntries(offered.map(({ name, kind }) => [name, kind.empty])),
  );
  const [found, setFound] = useState<FieldError[]>([]);
  const told = fieldErrorsOf(error).map((one) => ({
    ...one,
    path: one.path.startsWith(WITHIN) ? one.path.slice(WITHIN.length) : one.path,
  }));
  const errorOf = (name: string) => {
    const one = [...found, ...told].find((error) => fieldOf(error) === name);
    return one && fieldErrorText(one);
  };
  const send = () => {
    const changes = Object.fromEntries(
      picked.map((name) => [name, values[name] === '' ? null : values[name]]),
    );
    const violations = validate(form, changes);
    setFound(violations);
    if (violations.length === 0) onTry(changes);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (picked.length > 0) send();
      }}
    >
      <Stack gap="sm">
        {/* A switch always has a value. */}
        {typeof only?.kind.empty !== 'boolean' && (
          <Text size="sm" c="dimmed">
            {t(only ? 'bulk.fieldHint' : 'bulk.fieldsHint')}
          </Text>
        )}
        <Stack gap="sm" role="group" aria-label={t('bulk.fields')}>
          {offered.map((field) => {
            const { Input } = field.kind;
            const isPicked = picked.includes(field.name);
            return (
              <Stack key={field.name} gap={6} {...(!only && { className: classes.pick })}>
                {!only && (
                  <Checkbox
                    label={t(field.label)}
                    checked={isPicked}
                    {...(field === offered[0] && { 'data-autofocus': true })}
                    onChange={() => {
                      setPicked(
                        isPicked
                          ? picked.filter((name) => name !== field.name)
                          : [...picked, field.name],
                      );
                    }}
                  />
                )}
                {isPicked && Input && (
                  <Input
                    label={t(field.label)}
                    value={values[field.name]}
                    onChange={(value) => {
                      setValues((now) => ({ ...now, [field.name]: value }));
                    }}
                    error={errorOf(field.name)}
                    required={false}
                    maxLength={undefined}
                    marks={{ 'data-path': field.name, ...(only && { 'data-autofocus': true }) }}
                    disabled={false}
                    values={{ ...like, ...values }}
                    onOthers={(others) => {
                      setValues((now) => ({ ...now, ...others }));
                    }}
                  />
                )}
              </Stack>
            );
          })}
        </Stack>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={isPending} disabled={picked.length === 0}>
            {t('bulk.try')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

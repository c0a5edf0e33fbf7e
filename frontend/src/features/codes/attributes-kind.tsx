// Attributes of a code: any number of names with values.
import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { useId } from 'react';
import type { InputProps, Kind } from '~/kernel/field/kind';
import { NOTHING } from '~/kernel/field/nothing';
import { useText } from '~/kernel/i18n/i18n';
import { CloseIcon, PlusIcon } from '~/ui/icons';

interface Attribute {
  name: string;
  value: string;
}

function attributesOf(value: unknown): readonly Attribute[] {
  return Array.isArray(value) ? (value as Attribute[]) : [];
}

function AttributesInput({ label, value, onChange, error, marks }: InputProps) {
  const t = useText();
  const id = useId();
  const attributes = attributesOf(value);
  const change = (at: number, changes: Partial<Attribute>) => {
    onChange(attributes.map((noted, index) => (index === at ? { ...noted, ...changes } : noted)));
  };
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} error={error}>
      <Stack gap="xs" role="group" aria-labelledby={id}>
        {attributes.map((noted, index) => (
          // Entries have no identity except their position.
          <Group key={index} gap="xs" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={t('code.attributeName')}
              placeholder={t('code.attributeName')}
              maxLength={40}
              value={noted.name}
              onChange={(event) => {
                change(index, { name: event.currentTarget.value });
              }}
            />
            <TextInput
              flex={2}
              aria-label={t('code.attributeValue')}
              placeholder={t('code.attributeValue')}
              maxLength={200}
              value={noted.value}
              onChange={(event) => {
                change(index, { value: event.currentTarget.value });
              }}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('action.deleteNamed', { name: noted.name })}
              onClick={() => {
                onChange(attributes.filter((_, at) => at !== index));
              }}
            >
              <CloseIcon size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          leftSection={<PlusIcon size={14} stroke={2} aria-hidden />}
          data-path={marks['data-path']}
          onClick={() => {
            onChange([...attributes, { name: '', value: '' }]);
          }}
        >
          {t('code.addAttribute')}
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}

export const attributesKind: Kind = {
  show: (value) => {
    const told = attributesOf(value).map(({ name, value }) => `${name}=${value}`);
    return told.length === 0 ? NOTHING : told.join(', ');
  },
  entries: {
    of: (value) => new Map(attributesOf(value).map(({ name, value }) => [name, value])),
    together: (attributes) => [...attributes].map(([name, value]) => ({ name, value })),
    nameOf: (name) => name,
    show: (value) => (typeof value === 'string' && value !== '' ? value : NOTHING),
  },
  empty: [],
  wide: true,
  Input: AttributesInput,
};

// The ids by which an app discovers a device by radio: any number, each with a kind.
import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { useId } from 'react';
import type { Answer } from '~/domain/client';
import { flagKind } from '~/kernel/field/choice-kind';
import type { InputProps, Kind } from '~/kernel/field/kind';
import { NOTHING } from '~/kernel/field/nothing';
import { textKind } from '~/kernel/field/text-kind';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { controlsNow } from '~/ui/controls/late';
import { CloseIcon, PlusIcon } from '~/ui/icons';

type RadioId = Answer<'GetExternalDevice'>['radioIds'][number];

const KINDS = [
  { value: 'SERVICE', label: 'externalDevice.radioKind.SERVICE' },
  { value: 'ADDRESS', label: 'externalDevice.radioKind.ADDRESS' },
  { value: 'NAME', label: 'externalDevice.radioKind.NAME' },
] as const satisfies readonly { value: RadioId['kind']; label: MessageKey }[];
const MOST = 20;

function radioIdsOf(value: unknown): readonly RadioId[] {
  return Array.isArray(value) ? (value as RadioId[]) : [];
}

/** Kinds contain no spaces. */
function keyOf({ kind, value }: RadioId): string {
  return `${kind} ${value}`;
}

function ofKey(key: string): RadioId {
  const end = key.indexOf(' ');
  const kind = KINDS.find((known) => known.value === key.slice(0, end))?.value ?? 'NAME';
  return { kind, value: key.slice(end + 1) };
}

function RadioIdsInput({ label, value, onChange, error, marks }: InputProps) {
  const t = useText();
  const { Select } = controlsNow();
  const groupId = useId();
  const ids = radioIdsOf(value);
  const kinds = KINDS.map(({ value, label }) => ({ value, label: t(label) }));
  const change = (at: number, changes: Partial<RadioId>) => {
    onChange(ids.map((id, index) => (index === at ? { ...id, ...changes } : id)));
  };
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id: groupId }} error={error}>
      <Stack gap="xs" role="group" aria-labelledby={groupId}>
        {ids.map((id, index) => (
          // Entries have no identity except their position.
          <Group key={index} gap="xs">
            <Select
              flex="2 1 8.5rem"
              aria-label={t('externalDevice.radioKind')}
              data={kinds}
              value={id.kind}
              onChange={(kind: string | null) => {
                change(index, {
                  kind: KINDS.find((known) => known.value === kind)?.value ?? id.kind,
                });
              }}
              allowDeselect={false}
              checkIconPosition="right"
            />
            <Group gap="xs" wrap="nowrap" flex="3 1 14rem">
              <TextInput
                flex={1}
                dir="ltr"
                aria-label={t('externalDevice.radioId')}
                placeholder={t('externalDevice.radioId')}
                autoComplete="off"
                maxLength={36}
                value={id.value}
                onChange={(event) => {
                  change(index, { value: event.currentTarget.value });
                }}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('action.deleteNamed', { name: id.value })}
                onClick={() => {
                  onChange(ids.filter((_, at) => at !== index));
                }}
              >
                <CloseIcon size={16} stroke={1.6} aria-hidden />
              </ActionIcon>
            </Group>
          </Group>
        ))}
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          leftSection={<PlusIcon size={14} stroke={2} aria-hidden />}
          data-path={marks['data-path']}
          disabled={ids.length >= MOST}
          onClick={() => {
            onChange([...ids, { kind: 'SERVICE', value: '' }]);
          }}
        >
          {t('externalDevice.addRadioId')}
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}

function RadioIdInWords({ kind, value }: RadioId) {
  const t = useText();
  return (
    <span>
      {t(`externalDevice.radioKind.${kind}`)} · <bdi dir="ltr">{value}</bdi>
    </span>
  );
}

/** All ids with their kinds, if there is space. */
function RadioIds({ ids }: { ids: readonly RadioId[] }) {
  if (ids.length === 0) return NOTHING;
  return (
    <Stack gap={2}>
      {ids.map((id) => (
        <RadioIdInWords key={keyOf(id)} {...id} />
      ))}
    </Stack>
  );
}

export const radioIdsKind: Kind = {
  ...textKind,
  show: (value) => <RadioIds ids={radioIdsOf(value)} />,
  showBriefly: (value) => {
    const ids = radioIdsOf(value).map((id) => id.value);
    return ids.length === 0 ? NOTHING : <bdi dir="ltr">{ids.join(', ')}</bdi>;
  },
  // Ids have no other identity, so each is compared as present or absent.
  entries: {
    of: (value) => new Map(radioIdsOf(value).map((id) => [keyOf(id), true])),
    together: (ids) => [...ids.keys()].map(ofKey),
    nameOf: (key) => <RadioIdInWords {...ofKey(key)} />,
    show: (entry) => flagKind.show(entry === true),
  },
  empty: [],
  wide: true,
  Input: RadioIdsInput,
};

// A member, found by the beginning of the name or number.
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Answer } from '~/domain/client';
import { ChoiceStandIn } from '~/kernel/field/choice-stand-in';
import type { InputProps, Kind } from '~/kernel/field/kind';
import { NOTHING } from '~/kernel/field/nothing';
import { recordIdOf } from '~/kernel/field/record-id';
import { searchState } from '~/kernel/field/search-state';
import { useText } from '~/kernel/i18n/i18n';
import { controlsNow, Late, type PendingInteraction, type Controls } from '~/ui/controls/late';
import { Dotted } from '~/ui/dotted';

type Member = Answer<'ListMembers'>['data'][number];

const TYPING_PAUSE = 200;
const FOUND = 20;

interface MemberPickerProps {
  label: string;
  placeholder: string;
  value: number | null;
  onChange: (memberId: number | null) => void;
  error?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  marks?: InputProps['marks'];
}

function memberOf(memberId: number) {
  return {
    queryKey: ['members', 'record', memberId],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call('GetMember', { path: { memberId } }, signal),
  };
}

function nameOf({ name, memberNo }: Member): string {
  return `${name} (${memberNo})`;
}

/**
 * Returns members whose name starts with the text, or whose number does if it contains a digit,
 * plus the chosen member.
 */
function useMembers(typed: string, chosen: number | null) {
  const [sought] = useDebouncedValue(typed.trim(), TYPING_PAUSE);
  const by = /\d/.test(sought) ? { memberNo: sought } : { name: sought };
  const found = useQuery({
    queryKey: ['members', 'choices', by],
    queryFn: ({ signal }) =>
      call('ListMembers', { query: { ...by, page: 0, pageSize: FOUND } }, signal),
    enabled: sought !== '',
    placeholderData: keepPreviousData,
  });
  const current = useQuery({ ...memberOf(chosen ?? 0), enabled: chosen !== null });
  const known: Member[] = sought === '' ? [] : (found.data?.data ?? []);
  const missing = current.data && !known.some(({ memberId }) => memberId === chosen);
  return { members: missing ? [...known, current.data] : known, found };
}

function MemberPicker({
  controls: { SearchSelect },
  begun,
  value,
  onChange,
  ...props
}: MemberPickerProps & { controls: Controls; begun?: PendingInteraction }) {
  const t = useText();
  const [typed, setTyped] = useState(begun?.text ?? '');
  const { members, found } = useMembers(typed, value);
  const byId = new Map(members.map((member) => [String(member.memberId), member]));
  const chosen = byId.get(String(value));
  return (
    <SearchSelect
      begun={begun}
      label={props.label}
      placeholder={props.placeholder}
      error={props.error}
      withAsterisk={props.required ?? false}
      disabled={props.disabled ?? false}
      {...props.marks}
      data={members.map((member) => ({ value: String(member.memberId), label: nameOf(member) }))}
      value={value === null ? null : String(value)}
      onChange={(id) => {
        onChange(id === null ? null : Number(id));
      }}
      onSearchChange={(text) => {
        // On selection the control writes the choice into the search. That is not a query.
        setTyped(chosen && text === nameOf(chosen) ? '' : text);
      }}
      filter={({ options }) => options}
      {...searchState(
        found,
        typed.trim() === '' ? t('measurement.typeMember') : t('state.noMatch'),
      )}
      clearable={props.required !== true}
      clearButtonProps={{ 'aria-label': t('field.clear') }}
      notChosen={t('validation.choice')}
      checkIconPosition="right"
      renderOption={({ option }) => {
        const member = byId.get(option.value);
        return (
          member && (
            <div>
              <Text size="sm">{member.name}</Text>
              <Text size="xs" c="dimmed">
                <Dotted parts={[member.memberNo, member.companyName]} />
              </Text>
            </div>
          )
        );
      }}
    />
  );
}

/**
 * The name of a member whom a history records by id. Deleted or inaccessible members show the id.
 */
function MemberName({ id }: { id: number }) {
  const member = useQuery(memberOf(id)).data;
  return member ? nameOf(member) : String(id);
}

export const memberKind: Kind = {
  show: (value) => (typeof value === 'string' ? value : NOTHING),
  showText: (id) => <MemberName id={Number(id)} />,
  empty: null,
  Input: function MemberInput(props) {
    const t = useText();
    return (
      <MemberPicker
        controls={controlsNow()}
        label={props.label}
        placeholder={t('measurement.searchMember')}
        value={recordIdOf(props.value)}
        onChange={props.onChange}
        error={props.error}
        required={props.required}
        disabled={props.disabled}
        marks={props.marks}
      />
    );
  },
  Filter: function MemberFilter({ label, parameters, values, error, onChange }) {
    const t = useText();
    const [parameter = ''] = parameters;
    const value = recordIdOf(values[parameter]?.[0]);
    const placeholder = t('field.all');
    return (
      <Late
        atOnce={value !== null}
        standIn={
          <ChoiceStandIn
            label={label}
            value=""
            placeholder={placeholder}
            error={error}
            searchable
          />
        }
      >
        {(controls, begun) => (
          <MemberPicker
            controls={controls}
            begun={begun}
            label={label}
            placeholder={placeholder}
            value={value}
            error={error}
            onChange={(memberId) => {
              onChange({ [parameter]: memberId === null ? undefined : String(memberId) });
            }}
          />
        )}
      </Late>
    );
  },
  toQuery: (values) => Number(values[0]),
};

// Field kinds of staff accounts: roles, companies by role, permission groups, main managers,
// contact data and status.
import { Anchor, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { call, type Answer } from '~/domain/client';
import { choiceKind } from '~/kernel/field/choice-kind';
import { ChoiceStandIn } from '~/kernel/field/choice-stand-in';
import { companyKind, CompanyPicker, type CompanyType } from '~/kernel/field/company-kind';
import type { InputProps, Kind } from '~/kernel/field/kind';
import { NOTHING } from '~/kernel/field/nothing';
import { recordIdOf } from '~/kernel/field/record-id';
import { searchState } from '~/kernel/field/search-state';
import { textKind } from '~/kernel/field/text-kind';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { useRecordId } from '~/kernel/resource/use-dialog-route';
import { ACCOUNT_SETTINGS_PATH } from '~/kernel/screen/known-paths';
import { useMe } from '~/kernel/session/account';
import { controlsNow, Late, type PendingInteraction, type Controls } from '~/ui/controls/late';
import { Link } from '~/ui/link';
import { badgeWidth, ToneBadge, type Tone } from '~/ui/tone-badge';

const ROLES = ['ADMIN', 'VENDOR', 'DEALER', 'RETAILER'] as const;
const TYPING_PAUSE = 200;

const roles = choiceKind({ words: ROLES, prefix: 'role', multiple: true });

/** The roles at or below the user's own level. */
export const roleKind: Kind = {
  ...roles,
  Input: function RoleInput(props) {
    const own = useMe().data?.role;
    const first = ROLES.findIndex((role) => role === own);
    const data = ROLES.slice(Math.max(first, 0));
    return (
      <OneOf
        {...props}
        data={data.map((role) => ({ value: role, label: textIfKnown(`role.${role}`) ?? role }))}
      />
    );
  },
};

export function isCompanyType(role: unknown): role is CompanyType {
  return role === 'VENDOR' || role === 'DEALER' || role === 'RETAILER';
}

/** Companies of the tier that the form's role requires. */
export const companyOfRoleKind: Kind = {
  ...companyKind(),
  Input: function CompanyOfRole(props) {
    const t = useText();
    const role = props.values?.role;
    const isChosen = ROLES.some((one) => one === role);
    const search = props.disabled ? '' : t('field.searchCompany');
    return (
      <CompanyPicker
        key={String(role)}
        label={props.label}
        placeholder={isChosen ? search : t('staff.roleFirst')}
        value={typeof props.value === 'number' ? props.value : null}
        onChange={props.onChange}
        types={isCompanyType(role) ? [role] : []}
        error={props.error}
        required={props.required}
        disabled={props.disabled}
        marks={props.marks}
      />
    );
  },
};

type Group = Answer<'ListPermissionGroupChoices'>[number];

/** The groups that the user may assign, plus the account's current group, which it may keep. */
function useGroups(standing: number | null) {
  return useQuery({
    queryKey: ['permission-group-choices', standing],
    queryFn: ({ signal }) => {
      const query = standing === null ? {} : { permissionGroupId: standing };
      return call('ListPermissionGroupChoices', { query }, signal);
    },
  });
}

function GroupName({ id }: { id: number }) {
  const group = useGroups(id).data?.find(({ permissionGroupId }) => permissionGroupId === id);
  return group ? groupChoice(group).label : String(id);
}

/** Includes the owner: companies may give their groups the same name. */
function groupChoice({ permissionGroupId, name, companyName }: Group) {
  const label = [nameOfGroup(name), companyName].filter((part) => part !== null).join(' · ');
  return { value: String(permissionGroupId), label };
}

/**
 * The groups that the listed accounts may have, plus the group of the filter, even if the user may
 * not assign it.
 */
function GroupFilterSelect({
  is,
  ...props
}: Omit<OneOfProps, 'data' | 'required' | 'disabled'> & { is: (group: Group) => boolean }) {
  const t = useText();
  const chosen = recordIdOf(props.value);
  const groups = useGroups(chosen);
  const data = (groups.data ?? []).filter(is).map(groupChoice);
  const isKnown = data.some(({ value }) => value === String(chosen));
  return (
    <OneOf
      {...props}
      numeric
      required={false}
      disabled={false}
      said={searchState(groups, t('state.empty'))}
      data={
        chosen === null || isKnown
          ? data
          : [...data, { value: String(chosen), label: String(chosen) }]
      }
    />
  );
}

/** The groups that the user may assign to accounts of this kind. */
export function groupKind(authorityOf: (values: InputProps['values']) => unknown): Kind {
  return {
    ...textKind,
    show: (value) => (typeof value === 'string' ? nameOfGroup(value) : textKind.show(value)),
    showText: nameOfGroup,
    showEntered: (id) => (typeof id === 'number' ? <GroupName id={id} /> : NOTHING),
    empty: null,
    Input: function GroupInput(props) {
      const t = useText();
      const [standing] = useState(() => recordIdOf(props.value));
      const groups = useGroups(standing);
      const fits = (group: Group) => group.authority === authorityOf(props.values);
      const fitting = groups.data?.filter(fits) ?? [];
      const [only, another] = fitting.map(({ permissionGroupId }) => permissionGroupId);
      const single = another === undefined ? only : undefined;
      const { isNew, onChange, onDefault = onChange } = props;
      // A group of another kind of account, chosen before, does not count.
      const isLeft =
        isNew === true && !fitting.some((group) => group.permissionGroupId === props.value);
      const fill = useEffectEvent(() => {
        if (single !== undefined && isLeft) onDefault(single);
      });
      // Once per kind of account, so that a user can clear the field.
      useEffect(() => {
        fill();
      }, [single]);
      return (
        <OneOf
          {...props}
          numeric
          data={fitting.map(groupChoice)}
          said={searchState(groups, t('state.empty'))}
        />
      );
    },
    Filter: function GroupFilter({ label, parameters, values, error, onChange }) {
      const t = useText();
      const [parameter = ''] = parameters;
      const chosen = recordIdOf(values[parameter]?.[0]);
      const placeholder = t('field.all');
      // Managers can have groups of several authorities: all except that of operators.
      const authority = authorityOf(undefined);
      return (
        <Late
          atOnce={chosen !== null}
          standIn={<ChoiceStandIn label={label} value="" placeholder={placeholder} error={error} />}
        >
          {(controls, begun) => (
            <GroupFilterSelect
              controls={controls}
              begun={begun}
              is={(group) =>
                authority === undefined
                  ? group.authority !== 'OPERATOR'
                  : group.authority === authority
              }
              label={label}
              value={chosen}
              onChange={(next) => {
                onChange({ [parameter]: typeof next === 'number' ? String(next) : undefined });
              }}
              error={error}
              placeholder={placeholder}
            />
          )}
        </Late>
      );
    },
    toQuery: (values) => Number(values[0]),
  };
}

/** Translates the default names of groups. */
function nameOfGroup(name: string): string {
  return textIfKnown(`permissionGroup.${name}`) ?? name;
}

function useChosenManager(chosen: number | null) {
  return useQuery({
    queryKey: ['main-managers', 'chosen', chosen],
    queryFn: ({ signal }) =>
      call(
        'ListMainManagerChoices',
        { query: { managerIds: chosen === null ? [] : [chosen] } },
        signal,
      ),
    enabled: chosen !== null,
  });
}

function ManagerName({ id }: { id: number }) {
  return useChosenManager(id).data?.[0]?.name ?? String(id);
}

/**
 * Returns the matching managers who may be responsible for operators of a company, plus the chosen
 * one if it is not among them.
 */
function useManagerOptions(typed: string, chosen: number | null, companyId: number | null) {
  const [name] = useDebouncedValue(typed.trim(), TYPING_PAUSE);
  const found = useQuery({
    queryKey: ['main-managers', name, companyId],
    queryFn: ({ signal }) => {
      const query = { name, managerIds: [], ...(companyId !== null && { companyId }) };
      return call('ListMainManagerChoices', { query }, signal);
    },
    placeholderData: keepPreviousData,
  });
  const isKnown = found.data?.some((one) => one.managerId === chosen);
  const current = useChosenManager(isKnown === false ? chosen : null);
  const all = [...(found.data ?? []), ...(isKnown === false ? (current.data ?? []) : [])];
  const options = all.map((one) => ({
    value: String(one.managerId),
    label: one.companyName === null ? one.name : `${one.name} (${one.companyName})`,
  }));
  return { options, found };
}

function ManagerSelect(props: Omit<OneOfProps, 'data'>) {
  const t = useText();
  const [typed, setTyped] = useState(props.begun?.text ?? '');
  const chosen = typeof props.value === 'number' ? props.value : null;
  const { options, found } = useManagerOptions(typed, chosen, recordIdOf(props.values?.companyId));
  const chosenLabel = options.find((option) => option.value === String(chosen))?.label;
  return (
    <OneOf
      placeholder={t('operator.searchManager')}
      {...props}
      numeric
      data={options}
      said={searchState(found, t('state.noMatch'))}
      onSearch={(text) => {
        setTyped(text === chosenLabel ? '' : text);
      }}
    />
  );
}

/**
 * A manager, found by part of the name. Forms offer only managers who may be responsible for the
 * chosen company.
 */
export const mainManagerKind: Kind = {
  ...textKind,
  showEntered: (id) => (typeof id === 'number' ? <ManagerName id={id} /> : NOTHING),
  empty: null,
  Input: (props) => <ManagerSelect {...props} />,
  Filter: function MainManagerFilter({ label, parameters, values, error, onChange }) {
    const t = useText();
    const [parameter = ''] = parameters;
    const chosen = recordIdOf(values[parameter]?.[0]);
    const placeholder = t('field.all');
    return (
      <Late
        atOnce={chosen !== null}
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
          <ManagerSelect
            controls={controls}
            begun={begun}
            label={label}
            value={chosen}
            onChange={(next) => {
              onChange({ [parameter]: typeof next === 'number' ? String(next) : undefined });
            }}
            error={error}
            placeholder={placeholder}
            required={false}
            disabled={false}
          />
        )}
      </Late>
    );
  },
  toQuery: (values) => Number(values[0]),
};

interface OneOfProps extends Omit<InputProps, 'marks' | 'maxLength'> {
  marks?: InputProps['marks'];
  /** In filters, whose controls are loaded late. */
  controls?: Controls;
  begun?: PendingInteraction;
  data: { value: string; label: string }[];
  /** Whether the server expects a number. */
  numeric?: boolean;
  placeholder?: string;
  /** What it says about its search. */
  said?: ReturnType<typeof searchState>;
  /** Makes it searchable. Called with the typed text. */
  onSearch?: (text: string) => void;
}

function OneOf({
  data,
  numeric = false,
  onSearch,
  controls: { SearchSelect, Select } = controlsNow(),
  begun,
  said,
  ...props
}: OneOfProps) {
  const t = useText();
  const { value } = props;
  const select = {
    label: props.label,
    data,
    value: typeof value === 'string' || typeof value === 'number' ? String(value) : null,
    onChange: (next: string | null) => {
      props.onChange(next !== null && numeric ? Number(next) : next);
    },
    error: props.error,
    withAsterisk: props.required,
    ...props.marks,
    disabled: props.disabled,
    placeholder: props.placeholder ?? t('field.choose'),
    clearable: !props.required,
    allowDeselect: !props.required,
    clearButtonProps: { 'aria-label': t('field.clear') },
    checkIconPosition: 'right' as const,
    ...(said ?? { nothingFoundMessage: t('state.noMatch') }),
  };
  return onSearch ? (
    <SearchSelect
      {...select}
      notChosen={t('validation.choice')}
      begun={begun}
      filter={({ options }) => options}
      onSearchChange={onSearch}
    />
  ) : (
    <Select {...(begun && { ref: begun.ref, defaultDropdownOpened: begun.open })} {...select} />
  );
}

const TONES: Partial<Record<string, Tone>> = {
  ACTIVE: 'good',
  SUSPENDED: 'neutral',
  LOCKED: 'raised',
  NO_PASSWORD: 'info',
};

/**
 * Contact data. Users change their own in the settings, with their password. Here it is read-only
 * with a link to the settings, so that nobody enters values that the server refuses.
 */
export function contactKind({ Input, ...kind }: Kind): Kind {
  return {
    ...kind,
    Input: function ContactInput(props) {
      const t = useText();
      const own = useMe().data?.accountId;
      const edited = useRecordId();
      if (edited === undefined || edited !== own) return Input && <Input {...props} />;
      return (
        <TextInput
          label={props.label}
          description={
            <Anchor component={Link} to={ACCOUNT_SETTINGS_PATH} size="xs">
              {t('staff.ownContact')}
            </Anchor>
          }
          value={typeof props.value === 'string' ? props.value : ''}
          readOnly
          error={props.error}
          {...props.marks}
        />
      );
    },
  };
}

const { Filter: StateFilter, toQuery: toStates } = choiceKind({
  words: ['ACTIVE', 'NO_PASSWORD', 'LOCKED', 'SUSPENDED'],
  prefix: 'staff.status',
  multiple: true,
});

/** Whether an account may be used. Lists also show and filter what temporarily blocks its owner. */
export const statusKind: Kind = {
  ...choiceKind({
    words: ['ACTIVE', 'SUSPENDED'],
    prefix: 'staff.status',
    show: (word, label) => <ToneBadge tone={TONES[word] ?? 'neutral'}>{label}</ToneBadge>,
    roomOf: badgeWidth,
  }),
  ...(StateFilter && toStates && { Filter: StateFilter, toQuery: toStates }),
  empty: 'ACTIVE',
};

interface Usable {
  status: string;
  lockedUntil: string | null;
  hasPassword: boolean;
}

export function shownStatus({ status, lockedUntil, hasPassword }: Usable): string {
  if (status !== 'ACTIVE') return status;
  if (lockedUntil !== null) return 'LOCKED';
  return hasPassword ? status : 'NO_PASSWORD';
}

export const launchStatusKind = choiceKind({
  words: ['PREPARING', 'OPERATING'],
  prefix: 'operator.launchStatus',
  multiple: true,
  show: (word, label) => (
    <ToneBadge tone={word === 'OPERATING' ? 'good' : 'neutral'}>{label}</ToneBadge>
  ),
  roomOf: badgeWidth,
});

// The resource of a menu entry: form, detail and history. Its list is a tree.
import { Select, Text } from '@mantine/core';
import type { InputProps, Kind } from '~/kernel/field/kind';
import { switchKind } from '~/kernel/field/flag-kind';
import { NamesInput, namesKind } from '~/kernel/field/names-kind';
import { NOTHING } from '~/kernel/field/nothing';
import { textKind } from '~/kernel/field/text-kind';
import { useLanguage, useText } from '~/kernel/i18n/i18n';
import type { Resource } from '~/kernel/resource/definition';
import { Address } from '~/ui/address';
import { useRecordId } from '~/kernel/resource/use-dialog-route';
import { usualCalls } from '~/kernel/resource/usual-calls';
import { MANAGED_MENU, managedName, useManagedMenu, type ManagedItem } from './managed-menu';
import { MENU_ITEMS } from './screens';

/** Returns an entry's name with its ancestors, as in "시스템 관리 › 메뉴 관리". */
function useWholeName(): (id: unknown) => string {
  const language = useLanguage();
  const items = useManagedMenu().data ?? [];
  return function nameOf(id: unknown): string {
    const item = items.find(({ menuItemId }) => menuItemId === id);
    if (!item) return '';
    const own = managedName(item, language);
    return item.parentId === null ? own : `${nameOf(item.parentId)} › ${own}`;
  };
}

function ParentInput({ label, value, onChange, error, marks, disabled }: InputProps) {
  const t = useText();
  const nameOf = useWholeName();
  const own = useRecordId();
  const items = useManagedMenu().data ?? [];
  return (
    <Select
      label={label}
      data={items
        .filter(({ menuItemId }) => menuItemId !== own)
        .map(({ menuItemId }) => ({ value: String(menuItemId), label: nameOf(menuItemId) }))}
      value={typeof value === 'number' ? String(value) : null}
      onChange={(id) => {
        onChange(id === null ? null : Number(id));
      }}
      error={error}
      placeholder={t('menuItem.top')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('field.clear') }}
      checkIconPosition="right"
      {...marks}
      disabled={disabled}
    />
  );
}

function ParentName({ id }: { id: unknown }) {
  const nameOf = useWholeName();
  return typeof id === 'number' ? nameOf(id) : NOTHING;
}

const parentKind: Kind = {
  show: (id) => <ParentName id={id} />,
  showText: (name) => name,
  empty: null,
  wide: true,
  Input: ParentInput,
};

/** Positions are changed by moving; the form only passes them on. */
const placeKind: Kind = {
  show: () => NOTHING,
  showEntered: (place) => String(place),
  showText: (place) => place,
  empty: 0,
};

const addressKind: Kind = {
  ...textKind,
  show: (url) => (typeof url === 'string' && url !== '' ? <Address url={url} /> : NOTHING),
};

/** The names of a product screen, which the product has in every language. */
function GivenNames({ item }: { item: ManagedItem }) {
  const t = useText();
  return (
    <>
      {item.names.length > 0 && namesKind.show(item.names)}
      <Text size="sm" c="dimmed">
        {t('menuItem.namesGiven')}
      </Text>
    </>
  );
}

/** The product's names apply if no other is given and the Korean name is the product's. */
function hasGivenNames({ name, givenName }: ManagedItem): boolean {
  return givenName !== null && name === givenName;
}

function NamesOfItemInput(props: InputProps) {
  const own = useRecordId();
  const item = useManagedMenu().data?.find(({ menuItemId }) => menuItemId === own);
  const isGiven = item !== undefined && item.givenName === props.values?.name;
  return <NamesInput {...props} {...(isGiven && { hint: 'menuItem.namesGiven' })} />;
}

const namesOfItemKind: Kind = {
  ...namesKind,
  show: (shown) => (isItem(shown) ? <GivenNames item={shown} /> : namesKind.show(shown)),
  Input: NamesOfItemInput,
};

function isItem(value: unknown): value is ManagedItem {
  return typeof value === 'object' && value !== null && 'menuItemId' in value;
}

const { list, ...calls } = usualCalls<ManagedItem>('MenuItem');

export const menuItems: Resource<ManagedItem> = {
  key: MANAGED_MENU,
  path: MENU_ITEMS.path,
  title: MENU_ITEMS.title,
  ...(MENU_ITEMS.texts && { texts: MENU_ITEMS.texts }),
  idOf: ({ menuItemId }) => menuItemId,
  nameOf: ({ name }) => name,
  // The page loads the whole tree by itself.
  api: { ...calls, list },
  form: 'MenuItemSave',
  filterForm: 'MenuItemFilter',
  bin: 'menuItem',
  fields: [
    { name: 'name', label: 'menuItem.name', kind: textKind, form: 'always' },
    { name: 'url', label: 'menuItem.url', kind: addressKind, form: 'always' },
    { name: 'parentId', label: 'menuItem.parent', kind: parentKind, form: 'always' },
    { name: 'fullUrl', label: 'menuItem.fullUrl', kind: addressKind },
    { name: 'unrestricted', label: 'menuItem.open', kind: switchKind, form: 'always' },
    { name: 'isHidden', label: 'menuItem.hidden', kind: switchKind, form: 'always' },
    {
      name: 'names',
      label: 'names.title',
      kind: namesOfItemKind,
      value: (item) => (hasGivenNames(item) ? item : item.names),
      form: 'always',
    },
    { name: 'position', label: 'menuItem.position', kind: placeKind, form: 'always', hidden: true },
  ],
};

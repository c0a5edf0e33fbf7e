// The kind of the permission matrix: the permitted actions by menu entry.
import { Input, Loader, Text } from '@mantine/core';
import { useId } from 'react';
import type { InputProps, Kind } from '~/kernel/field/kind';
import { NOTHING } from '~/kernel/field/nothing';
import { QueryError } from '~/kernel/errors/query-error';
import { formatList } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { useMenuName } from '~/kernel/session/menu-name';
import { useGrantable } from './grantable';
import { Matrix, MatrixLegend } from './matrix';
import classes from './matrix.module.css';
import { ACTIONS, allowedOf, rowsOf, type Allowed } from './matrix-model';

function MatrixInput({ label, value, values, onChange, error, marks }: InputProps) {
  const t = useText();
  const id = useId();
  const grantable = useGrantable();
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} error={error}>
      <Text size="sm" c="dimmed" mb={6}>
        {t('group.hint')}
      </Text>
      {grantable.isPending && <Loader type="dots" aria-label={t('state.loading')} />}
      {grantable.isError && (
        <QueryError error={grantable.error} retry={() => void grantable.refetch()} />
      )}
      {grantable.data && (
        <div
          className={classes.scroll}
          data-invalid={error !== undefined || undefined}
          role="group"
          aria-labelledby={id}
          tabIndex={-1}
          data-path={marks['data-path']}
        >
          <Matrix
            rows={rowsOf(grantable.data, values?.authority === 'MEMBER')}
            allowed={allowedOf(value)}
            onChange={onChange}
          />
        </div>
      )}
    </Input.Wrapper>
  );
}

/** The read-only matrix. A group with permissions on members' pages shows only those pages. */
function MatrixView({ value }: { value: unknown }) {
  const t = useText();
  const grantable = useGrantable();
  const allowed = allowedOf(value);
  const items = grantable.data ?? [];
  const isForMembers = items.some(
    ({ menuItemId, isForMembers }) =>
      isForMembers && allowed.some((entry) => entry.menuItemId === menuItemId),
  );
  return (
    <>
      <MatrixLegend />
      {/* Contains nothing focusable, so the scroll container itself is. */}
      <div className={classes.scroll} role="group" aria-label={t('group.matrix')} tabIndex={0}>
        <Matrix rows={rowsOf(items, isForMembers)} allowed={allowed} />
      </div>
    </>
  );
}

/** Formats the permissions of one menu entry, in the order of the matrix. */
function allowedInWords(entry: unknown): string {
  const allowed = entry as Allowed | undefined;
  const words = ACTIONS.filter((action) => allowed?.[action]);
  return words.length === 0 ? NOTHING : actionNames(words.join(', '));
}

function ItemName({ id }: { id: number }) {
  const nameOf = useMenuName();
  const item = useGrantable().data?.find(({ menuItemId }) => menuItemId === id);
  return item ? nameOf(item) : String(id);
}

/** Histories hold the names of the actions, as in "READ, CREATE". */
function actionNames(text: string): string {
  const names = text.split(', ').map((word) => textIfKnown(`permission.${word.toLowerCase()}`));
  return formatList(names.map((name) => name ?? ''));
}

export const matrixKind: Kind = {
  show: (value) => <MatrixView value={value} />,
  showText: actionNames,
  entries: {
    of: (value) => new Map(allowedOf(value).map((entry) => [String(entry.menuItemId), entry])),
    together: (entries) => [...entries.values()],
    nameOf: (id) => <ItemName id={Number(id)} />,
    show: allowedInWords,
  },
  empty: [],
  wide: true,
  below: true,
  Input: MatrixInput,
};

// The kind of value that says what is allowed on which entries of the menu.
import { Input, Loader, Text } from '@mantine/core';
import { useId } from 'react';
import type { InputProps, Kind } from '~/kernel/field/kind';
import { QueryError } from '~/kernel/errors/query-error';
import { formatList } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { useGrantable } from './grantable';
import { Matrix } from './matrix';
import classes from './matrix.module.css';
import { allowedOf, rowsOf } from './matrix-model';

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

/** What is allowed, looked at: of members where all of it is theirs. */
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
    // Nothing in it can be focused: it is scrolled by its own keys.
    <div className={classes.scroll} role="group" aria-label={t('group.matrix')} tabIndex={0}>
      <Matrix rows={rowsOf(items, isForMembers)} allowed={allowed} />
    </div>
  );
}

/** The history has the words of the actions, as in "READ, CREATE". */
function actionNames(text: string): string {
  const names = text.split(', ').map((word) => textIfKnown(`permission.${word.toLowerCase()}`));
  return formatList(names.map((name) => name ?? ''));
}

export const matrixKind: Kind = {
  show: (value) => <MatrixView value={value} />,
  showText: actionNames,
  empty: [],
  wide: true,
  Input: MatrixInput,
};

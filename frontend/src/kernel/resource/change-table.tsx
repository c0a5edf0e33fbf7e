// A table of changed fields with their values before and after.
import type { ReactNode } from 'react';
import { NOTHING } from '~/kernel/field/nothing';
import { useText } from '~/kernel/i18n/i18n';
import classes from './revision-list.module.css';

interface ShownChange {
  path: string;
  name: ReactNode;
  before: ReactNode;
  after: ReactNode;
}

export function ChangeTable({ changes }: { changes: readonly ShownChange[] }) {
  const t = useText();
  if (changes.length === 0) return null;
  return (
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">{t('revision.field')}</th>
          <th scope="col">{t('revision.before')}</th>
          <th scope="col">{t('revision.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ path, name, before, after }) => (
          <tr key={path}>
            <th scope="row">{name}</th>
            <td data-before={before !== NOTHING || undefined} dir="auto">
              {before}
            </td>
            <td dir="auto">{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

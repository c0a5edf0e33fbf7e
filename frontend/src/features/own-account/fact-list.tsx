// A list of labelled facts about an account or its site.
import type { ReactNode } from 'react';
import classes from './account-settings-page.module.css';

interface FactListProps {
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

export function FactList({ facts }: FactListProps) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

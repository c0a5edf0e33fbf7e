// What is known of an account or of its site, each under its name.
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

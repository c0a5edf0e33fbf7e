// Labelled facts about the member. Missing ones are stated as such.
import { useText } from '~/kernel/i18n/i18n';
import classes from './facts.module.css';

export interface Fact {
  name: string;
  value: string | null;
  /** For long values. */
  wide?: true;
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  const t = useText();
  return (
    <dl className={classes.facts}>
      {facts.map(({ name, value, wide }) => (
        <div key={name} data-wide={wide}>
          <dt>{name}</dt>
          {value === null || value === '' ? (
            <dd data-missing>{t('me.missing')}</dd>
          ) : (
            <dd>
              <bdi>{value}</bdi>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

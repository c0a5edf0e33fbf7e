// Short facts in one line, such as a company, a number and an age. Each has its own text direction.
import { Fragment } from 'react';

export function Dotted({ parts }: { parts: readonly (string | false | null | undefined)[] }) {
  const known = parts.filter(Boolean);
  return known.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && ' · '}
      <bdi>{part}</bdi>
    </Fragment>
  ));
}

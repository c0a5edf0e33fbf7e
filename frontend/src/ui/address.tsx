// An address as text: read from left to right in every language, and broken behind its parts instead of inside words.
import { Fragment } from 'react';

export function Address({ url }: { url: string }) {
  const parts = url.split(/(?<=[/_])/);
  return (
    <bdi dir="ltr">
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}

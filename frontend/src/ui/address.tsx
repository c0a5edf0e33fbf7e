// A URL as text: left-to-right in every language, with line breaks after its parts instead of
// within words.
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

// The link from a change log entry to its record.
import type { ReactNode } from 'react';
import type { Answer } from '~/domain/client';
import { useAccess } from '~/kernel/access/access';
import { RECORD_PATHS } from './record-paths';

interface RecordLinkProps {
  change: Pick<Answer<'GetChangeLog'>, 'resource' | 'recordId' | 'action'>;
  /** Renders the link, given the record's address. */
  children: (address: string) => ReactNode;
  /** Rendered if there is no address. */
  otherwise?: ReactNode;
}

export function RecordLink({ change: { resource, recordId, action }, ...shown }: RecordLinkProps) {
  // A deleted record has no page.
  const paths = action === 'DELETE' ? [] : (RECORD_PATHS[resource] ?? []);
  return <First paths={paths} recordId={recordId} {...shown} />;
}

interface FirstProps extends Omit<RecordLinkProps, 'change'> {
  /** Screens that can show the record. The first one that the user may read is used. */
  paths: readonly string[];
  recordId: number;
}

function First({ paths: [path, ...others], recordId, children, otherwise = null }: FirstProps) {
  const { read } = useAccess(path ?? '');
  if (path === undefined) return otherwise;
  if (read) return children(`${path}/${String(recordId)}`);
  return (
    <First paths={others} recordId={recordId} otherwise={otherwise}>
      {children}
    </First>
  );
}

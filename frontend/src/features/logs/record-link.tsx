// Where the record is that an entry of the change log tells of.
import type { ReactNode } from 'react';
import type { Answer } from '~/domain/client';
import { useAccess } from '~/kernel/access/access';
import { RECORD_PATHS } from './record-paths';

interface RecordLinkProps {
  change: Pick<Answer<'GetChangeLog'>, 'resource' | 'recordId' | 'action'>;
  /** The link, to the record's address. */
  children: (address: string) => ReactNode;
  /** In its place where nothing leads there. */
  otherwise?: ReactNode;
}

export function RecordLink({ change: { resource, recordId, action }, ...shown }: RecordLinkProps) {
  // What was deleted is nowhere else.
  const paths = action === 'DELETE' ? [] : (RECORD_PATHS[resource] ?? []);
  return <First paths={paths} recordId={recordId} {...shown} />;
}

interface FirstProps extends Omit<RecordLinkProps, 'change'> {
  /** Screens that could show it; the first that the reader may see. */
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

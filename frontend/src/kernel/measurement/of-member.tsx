// The measurements of one kind of one member, below whatever page says who it is.
import { Stack } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import type { Resource, ResourceRecord } from '~/kernel/resource/definition';
import { ResourceTable } from '~/kernel/resource/resource-table';
import { RegisterFor } from './register-for';

interface OfMemberProps<R extends ResourceRecord> {
  memberId: number;
  /** The kind's resource for one member. */
  resourceOf: (memberId: number) => Resource<R>;
  /** What is to be known before the rows. */
  children?: ReactNode;
}

export function OfMember<R extends ResourceRecord>({
  memberId,
  resourceOf,
  children,
}: OfMemberProps<R>) {
  const resource = useMemo(() => resourceOf(memberId), [resourceOf, memberId]);
  return (
    <Stack gap="sm">
      {children}
      <RegisterFor resource={resource} memberId={memberId} />
      {/* Rows of another person must not stand here, not even until those of this one come. */}
      <ResourceTable key={memberId} resource={resource} />
    </Stack>
  );
}

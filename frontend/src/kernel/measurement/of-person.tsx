// The measurements of one kind of one person, below the header of the person's page.
import { Stack } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import type { Resource, ResourceRecord } from '~/kernel/resource/definition';
import { ResourceTable } from '~/kernel/resource/resource-table';
import { RegisterFor } from './register-for';

/** A company's member. */
export interface MemberOwner {
  memberId: number;
}

/**
 * The owner of the measurements: a company's member, or a user whose measurements belong to no
 * member.
 */
export type Owner = MemberOwner | { userId: number };

interface OfPersonProps<O extends Owner, R extends ResourceRecord> {
  owner: O;
  /** Returns the kind's resource, restricted to one person. */
  resourceOf: (owner: O) => Resource<R>;
  /** Notes above the rows. */
  children?: ReactNode;
}

export function OfPerson<O extends Owner, R extends ResourceRecord>({
  owner,
  resourceOf,
  children,
}: OfPersonProps<O, R>) {
  const whose = JSON.stringify(owner);
  // Memoized by the owner's value, so that it is stable across renders.
  const resource = useMemo(() => resourceOf(JSON.parse(whose) as O), [resourceOf, whose]);
  return (
    <Stack gap="sm">
      {children}
      {/* Staff register measurements of members. A user's own come from the app. */}
      {'memberId' in owner && <RegisterFor resource={resource} memberId={owner.memberId} />}
      {/* Remounts for another person, so that one person's rows are never shown as placeholders
          for another's. */}
      <ResourceTable key={whose} resource={resource} />
    </Stack>
  );
}

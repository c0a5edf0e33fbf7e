// The measurements of one kind of one person, below whatever page says who it is.
import { Stack } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import type { Resource, ResourceRecord } from '~/kernel/resource/definition';
import { ResourceTable } from '~/kernel/resource/resource-table';
import { RegisterFor } from './register-for';

/** A company's member. */
export interface MemberOwner {
  memberId: number;
}

/** Whose measurements are shown: a company's member's, or those that are a user's own and no member's. */
export type Owner = MemberOwner | { userId: number };

interface OfPersonProps<O extends Owner, R extends ResourceRecord> {
  owner: O;
  /** The kind's resource for one person. */
  resourceOf: (owner: O) => Resource<R>;
  /** What is to be known before the rows. */
  children?: ReactNode;
}

export function OfPerson<O extends Owner, R extends ResourceRecord>({
  owner,
  resourceOf,
  children,
}: OfPersonProps<O, R>) {
  const whose = JSON.stringify(owner);
  // The same person, however often the page is drawn.
  const resource = useMemo(() => resourceOf(JSON.parse(whose) as O), [resourceOf, whose]);
  return (
    <Stack gap="sm">
      {children}
      {/* Staff register what they have measured of members; a user's own comes from the app. */}
      {'memberId' in owner && <RegisterFor resource={resource} memberId={owner.memberId} />}
      {/* Rows of another person must not stand here, not even until those of this one come. */}
      <ResourceTable key={whose} resource={resource} />
    </Stack>
  );
}

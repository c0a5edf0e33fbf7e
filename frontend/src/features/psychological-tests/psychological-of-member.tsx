// The psychological tests of one member, below whatever page says who it is.
import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import { RegisterFor } from '~/kernel/measurement/register-for';
import { ResourceTable } from '~/kernel/resource/resource-table';
import { psychologicalTestsOf } from './psychological-resource';

export default function PsychologicalOfMember({ memberId }: { memberId: number }) {
  const resource = useMemo(() => psychologicalTestsOf(memberId), [memberId]);
  return (
    <Stack gap="sm">
      <RegisterFor resource={resource} memberId={memberId} />
      {/* Rows of another person must not stand here, not even until those of this one come. */}
      <ResourceTable key={memberId} resource={resource} />
    </Stack>
  );
}

// The heart rates of one member, below whatever page says who it is.
import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import { RegisterFor } from '~/kernel/measurement/register-for';
import { ResourceTable } from '~/kernel/resource/resource-table';
import { heartRatesOf } from './heart-rate-resource';

export default function HeartRatesOfMember({ memberId }: { memberId: number }) {
  const resource = useMemo(() => heartRatesOf(memberId), [memberId]);
  return (
    <Stack gap="sm">
      <RegisterFor resource={resource} memberId={memberId} />
      {/* Rows of another person must not stand here, not even until those of this one come. */}
      <ResourceTable key={memberId} resource={resource} />
    </Stack>
  );
}

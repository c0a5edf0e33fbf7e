// The physical measurements of one member, below whatever page says who it is.
import { useMemo } from 'react';
import { ResourceTable } from '~/kernel/resource/resource-table';
import { measurementsOf } from './measurement-resource';

export default function MeasurementsOfMember({ memberId }: { memberId: number }) {
  const resource = useMemo(() => measurementsOf(memberId), [memberId]);
  // Rows of another person must not stand here, not even until those of this one come.
  return <ResourceTable key={memberId} resource={resource} />;
}

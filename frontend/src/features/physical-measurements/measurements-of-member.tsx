// The measurements of one member, below whatever page says who it is.
import { Title } from '@mantine/core';
import { useMemo } from 'react';
import { Outlet, useOutletContext, useParams } from 'react-router';
import { useText } from '~/kernel/i18n/i18n';
import { ResourceTable } from '~/kernel/resource/resource-table';
import { measurementsOf } from './measurement-resource';

export function Component() {
  const t = useText();
  const memberId = Number(useParams().id);
  const page = useOutletContext();
  const resource = useMemo(() => measurementsOf(memberId), [memberId]);
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {t('measurement.ofMember')}
      </Title>
      {/* Rows of another person must not stand here, not even until those of this one come. */}
      <ResourceTable key={memberId} resource={resource} />
      <Outlet context={page} />
    </section>
  );
}

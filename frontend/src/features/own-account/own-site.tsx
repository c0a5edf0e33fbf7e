// An operator's own site: whether its measurements count, the main manager, the address and the
// devices.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call, type Answer } from '~/domain/client';
import { QueryError } from '~/kernel/errors/query-error';
import { NOTHING } from '~/kernel/field/nothing';
import { formatDateTime, formatList } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { FactList } from './fact-list';

export function OwnSite() {
  const site = useQuery({
    queryKey: ['account', 'site'],
    queryFn: ({ signal }) => call('GetOwnOperator', {}, signal),
  });
  if (site.isPending) return <Skeleton height={160} />;
  if (site.isError) return <QueryError error={site.error} retry={() => void site.refetch()} />;
  return <SiteFacts site={site.data} />;
}

function SiteFacts({ site }: { site: Answer<'GetOwnOperator'> }) {
  const t = useText();
  const { postalCode, address, addressDetail, externalDeviceNames } = site;
  const where = [postalCode, address, addressDetail].filter(Boolean).join(' ');
  const facts = [
    [
      t('operator.launchStatus'),
      <>
        {t(`operator.launchStatus.${site.launchStatus}`)}
        {site.launchStatus === 'PREPARING' && <div>{t('operator.countsFromLaunch')}</div>}
      </>,
    ],
    [
      t('operator.launchedAt'),
      site.launchedAt === null ? NOTHING : formatDateTime(site.launchedAt),
    ],
    [t('operator.mainManager'), site.mainManagerName ?? NOTHING],
    [t('account.company'), site.companyName ?? NOTHING],
    [t('company.address'), where === '' ? NOTHING : where],
    [
      t('externalDevice.title'),
      externalDeviceNames.length === 0 ? NOTHING : formatList(externalDeviceNames),
    ],
  ] as const;
  return <FactList facts={facts} />;
}

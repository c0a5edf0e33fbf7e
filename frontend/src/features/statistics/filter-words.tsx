// The filters of a statistic as text: prints have no filter bar.
import type { ReactNode } from 'react';
import { formatList } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { useServices } from '~/kernel/session/account';
import { decadeName } from './average-figures';
import { companyNameOf, divisionNameOf } from './fields';
import type { StatisticQuery } from './filter';
import classes from './page.module.css';

export function FilterWords({ query }: { query: StatisticQuery }) {
  const t = useText();
  const services = useServices().data ?? [];
  const { companyId, divisionId, serviceIds = [], sex, ageDecades = [] } = query;
  const parts: readonly (readonly [string, ReactNode] | undefined)[] = [
    companyId ? [t('member.company'), companyNameOf(companyId)] : undefined,
    companyId && divisionId
      ? [t('member.division'), divisionNameOf(divisionId, companyId)]
      : undefined,
    serviceIds.length > 0
      ? [
          t('company.services'),
          formatList(
            serviceIds.map((id) => services.find((one) => one.id === id)?.name ?? String(id)),
          ),
        ]
      : undefined,
    sex ? [t('member.sex'), textIfKnown(`sex.${sex}`) ?? sex] : undefined,
    ageDecades.length > 0
      ? [t('measurement.decade'), formatList(ageDecades.map(decadeName))]
      : undefined,
  ];
  return (
    <dl className={classes.words}>
      {parts.map(
        (part) =>
          part && (
            <div key={part[0]}>
              <dt>{part[0]}</dt>
              <dd>{part[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

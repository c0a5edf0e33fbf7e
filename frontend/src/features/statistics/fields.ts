// The filters of the statistics, as fields of the filter bar that lists use.
import type { ReactNode } from 'react';
import { call } from '~/domain/client';
import { choiceKind, decadeKind, sexKind } from '~/kernel/field/choice-kind';
import { companyKind } from '~/kernel/field/company-kind';
import { dateKind } from '~/kernel/field/date-kind';
import { optionKind } from '~/kernel/field/option-kind';
import { servicesKind } from '~/kernel/field/services-kind';
import { text } from '~/kernel/i18n/i18n';
import type { AnyField } from '~/kernel/resource/definition';

type FilterField = AnyField<never>;

const COMPARED = 'true';
const SINGLE = 'false';

const periodKind = choiceKind({
  words: ['TODAY', 'WEEK', 'USUAL', 'MONTH', 'YEAR', 'OWN'],
  prefix: 'statistics.period',
  usual: 'USUAL',
});
const bucketKind = choiceKind({
  words: ['FITTING', 'DAY', 'WEEK', 'MONTH', 'YEAR'],
  prefix: 'statistics.bucket',
  usual: 'FITTING',
});
const comparisonKind = {
  ...choiceKind({
    words: [COMPARED, SINGLE],
    label: (word) => text(word === SINGLE ? 'statistics.single' : 'statistics.compared'),
    usual: COMPARED,
  }),
  toQuery: ([word]: string[]) => (word === SINGLE ? false : word),
};

/** The departments of a company in tree order, with their ancestors. */
export function divisionsOf(companyId: number | null) {
  return {
    queryKey: ['divisions', 'of-statistics', companyId],
    ask: async (signal: AbortSignal) => {
      const query = { divisionIds: [], ...(companyId !== null && { companyId }) };
      const options = await call('ListDivisionOptions', { query }, signal);
      return options.map(({ divisionId, name, parentNames }) => ({
        id: divisionId,
        name: [...parentNames, name].join(' › '),
      }));
    },
  };
}

const PERIOD: FilterField = {
  name: 'period',
  label: 'statistics.period',
  kind: periodKind,
  filter: ['period'],
};
const START: FilterField = {
  name: 'start',
  label: 'statistics.start',
  kind: dateKind,
  filter: ['start'],
};
const END: FilterField = { name: 'end', label: 'statistics.end', kind: dateKind, filter: ['end'] };
const BUCKET: FilterField = {
  name: 'bucket',
  label: 'statistics.bucket',
  kind: bucketKind,
  filter: ['bucket'],
};
const COMPARISON: FilterField = {
  name: 'compare',
  label: 'statistics.comparison',
  kind: comparisonKind,
  filter: ['compare'],
};
const COMPANY: FilterField = {
  name: 'companyId',
  label: 'member.company',
  kind: companyKind(),
  filter: ['companyId'],
};
const DIVISION: FilterField = {
  name: 'divisionId',
  label: 'member.division',
  kind: optionKind(divisionsOf),
  filter: ['divisionId'],
};
const SERVICES: FilterField = {
  name: 'serviceIds',
  label: 'company.services',
  kind: servicesKind,
  filter: ['serviceIds'],
};
const SEX: FilterField = { name: 'sex', label: 'member.sex', kind: sexKind, filter: ['sex'] };
const DECADE: FilterField = {
  name: 'ageDecades',
  label: 'measurement.decade',
  kind: decadeKind,
  filter: ['ageDecades'],
};

/** Names of options chosen by id. */
export function companyNameOf(companyId: number): ReactNode {
  return COMPANY.kind.showEntered?.(companyId, {});
}
export function divisionNameOf(divisionId: number, companyId: number): ReactNode {
  return DIVISION.kind.showEntered?.(divisionId, { companyId });
}

/** The filters that the server knows. */
export const FIELDS: readonly FilterField[] = [
  START,
  END,
  BUCKET,
  COMPARISON,
  COMPANY,
  DIVISION,
  SERVICES,
  SEX,
  DECADE,
];

interface Shown {
  ownPeriod: boolean;
  divisions: boolean;
  /** Whether services are a filter here instead of the tabs above the page. */
  services: boolean;
}

/** Returns the filters that the bar shows. */
export function fieldsOf({ ownPeriod, divisions, services }: Shown): readonly FilterField[] {
  return [
    PERIOD,
    ...(ownPeriod ? [START, END] : []),
    BUCKET,
    COMPARISON,
    COMPANY,
    ...(divisions ? [DIVISION] : []),
    ...(services ? [SERVICES] : []),
    SEX,
    DECADE,
  ];
}

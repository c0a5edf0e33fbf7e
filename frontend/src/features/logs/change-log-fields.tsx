// The fields of a change log entry.
import { Anchor } from '@mantine/core';
import type { Query } from '~/domain/client';
import { choiceKind } from '~/kernel/field/choice-kind';
import type { Kind } from '~/kernel/field/kind';
import { textKind } from '~/kernel/field/text-kind';
import { formatList } from '~/kernel/i18n/format';
import type { FieldOf } from '~/kernel/resource/resource';
import { useMe } from '~/kernel/session/account';
import { Link } from '~/ui/link';
import { changedFieldName } from './field-names';
import { positionField, whenField, whoField } from './log-fields';
import { RecordLink } from './record-link';

const actionKind = choiceKind({
  words: ['CREATE', 'UPDATE', 'DELETE', 'RESTORE'],
  prefix: 'revision.action',
  multiple: true,
});

/** In the order of the filter. A missing resource of the contract does not compile. */
const RESOURCES: Record<NonNullable<Query<'ListChangeLogs'>['resources']>[number], true> = {
  member: true,
  company: true,
  division: true,
  user: true,
  memberLink: true,
  physicalMeasurement: true,
  stressMeasurement: true,
  visionMeasurement: true,
  heartRateMeasurement: true,
  dementiaScreening: true,
  dementiaNorms: true,
  psychologicalTest: true,
  adminBoard: true,
  terms: true,
  manager: true,
  operator: true,
  permissionGroup: true,
  menuItem: true,
  code: true,
  userApp: true,
  companyUserApp: true,
  externalDevice: true,
  gradeRuleVersion: true,
  report: true,
};

const everyKind = choiceKind({
  words: Object.keys(RESOURCES),
  prefix: 'log.resource',
  multiple: true,
});

const { Filter: EveryFilter } = everyKind;

/** The resources that companies may see, as on the server. */
const { Filter: OfCompaniesFilter } = choiceKind({
  words: [
    'member',
    'company',
    'division',
    'memberLink',
    'manager',
    'operator',
    'permissionGroup',
    'companyUserApp',
    'report',
  ] satisfies (keyof typeof RESOURCES)[],
  prefix: 'log.resource',
  multiple: true,
});

const resourceKind: Kind = {
  ...everyKind,
  Filter: function ResourceFilter(props) {
    const Filter = useMe().data?.role === 'ADMIN' ? EveryFilter : OfCompaniesFilter;
    return Filter && <Filter {...props} />;
  },
};

type Change = Parameters<typeof RecordLink>[0]['change'];

/** The record's id. It says little by itself, so the list links it to the record. */
const recordKind: Kind = {
  ...textKind,
  show: (value) => String((value as Change).recordId),
  showBriefly: (value) => {
    const change = value as Change;
    const number = String(change.recordId);
    return (
      <RecordLink change={change} otherwise={number}>
        {(address) => (
          <Anchor component={Link} to={address} inherit>
            {number}
          </Anchor>
        )}
      </RecordLink>
    );
  },
};

export const CHANGE_FIELDS: readonly FieldOf<'ChangeLog'>[] = [
  whenField,
  whoField,
  {
    name: 'resource',
    label: 'log.resource',
    kind: resourceKind,
    column: { width: 120 },
    filter: ['resources'],
  },
  {
    name: 'recordId',
    label: 'log.record',
    kind: recordKind,
    value: (change) => change,
    column: { width: 100 },
    filter: ['recordId'],
  },
  {
    name: 'action',
    label: 'log.what',
    kind: actionKind,
    column: { width: 80 },
    filter: ['actions'],
  },
  {
    name: 'fields',
    label: 'log.fields',
    kind: textKind,
    value: ({ resource, changes }) =>
      formatList(changes.map(({ field }) => changedFieldName(resource, field))),
    column: { width: 300 },
  },
  positionField,
];

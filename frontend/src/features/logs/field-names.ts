// The labels of fields in the change log, by resource: those of the forms that change them.
import type { Body } from '~/domain/client';
import { withFormattedTime } from '~/kernel/i18n/format';
import { textIfKnown } from '~/kernel/i18n/i18n';
import { partsOf, unknownFieldName, withEntry } from '~/kernel/resource/told-field';
import { names, words } from './field-names.json';
import {
  names as ofMeasurements,
  words as wordsOfMeasurements,
} from '~/kernel/measurement/field-names.json';

/** A form without the parameters that identify record and version. */
type Names<Form> = Record<Exclude<keyof Form, 'version'>, string>;

/** Fields that histories of accounts record by name or in addition to the form. */
type AccountHistoryFields = Record<
  'companyName' | 'permissionGroupName' | 'password' | 'hasTwoSteps' | 'recoveryCodes',
  string
>;

/** The fields of each resource's history. A form field without a label does not compile. */
interface Named {
  member: Names<Body<'CreateMember'>>;
  company: Names<Body<'CreateCompany'>> & {
    parentCompanyName: string;
    credential: string;
  };
  division: Names<Body<'CreateDivision'>>;
  user: Names<Body<'UpdateOwnProfile'> & Body<'UpdateOwnLevel'>> & {
    loginId: string;
    levelEvidence: string;
    trackingEnabled: string;
    status: string;
  };
  memberLink: Record<'memberId' | 'userId' | 'state' | 'evidence', string>;
  adminBoard: Names<Body<'CreateAdminBoard'>>;
  terms: Names<Body<'CreateTerms'>>;
  manager: Names<Body<'CreateManager'>> & AccountHistoryFields;
  operator: Names<Body<'CreateOperator'>> &
    AccountHistoryFields &
    Record<'mainManagerName' | 'launchedAt', string>;
  permissionGroup: Names<Body<'CreatePermissionGroup'>>;
  menuItem: Names<Body<'CreateMenuItem'>>;
  code: Names<Body<'CreateCode'>>;
  userApp: Names<Body<'CreateUserApp'>>;
  companyUserApp: Names<Body<'CreateCompanyUserApp'>>;
  externalDevice: Names<Body<'CreateExternalDevice'>>;
  gradeRuleVersion: Names<Body<'CreateGradeRuleVersion'>>;
  stressMeasurement: Names<Body<'CreateStressMeasurement'>>;
  visionMeasurement: Names<Body<'CreateVisionMeasurement'>>;
  heartRateMeasurement: Names<Body<'CreateHeartRateMeasurement'>>;
  dementiaScreening: Names<Body<'CreateDementiaScreening'>>;
  psychologicalTest: Names<Body<'CreatePsychologicalTest'>>;
  dementiaNorms: Record<'version' | 'fileName', string>;
  report: Record<'memberId', string>;
}

const NAMES: Named & Partial<Record<string, Partial<Record<string, string>>>> = {
  ...names,
  ...ofMeasurements,
};

/** Returns the label of a field as in its form or, for measurements, as in an import file. */
export function changedFieldName(resource: string, field: string): string {
  const [list, entry] = partsOf(field);
  const key = NAMES[resource]?.[list];
  return withEntry(textIfKnown(key ?? `field.name.${list}`) ?? unknownFieldName(), entry);
}

/** The text prefixes of fields whose values are words. */
const WORDS: Partial<Record<string, Partial<Record<string, string>>>> = {
  ...words,
  ...wordsOfMeasurements,
};

/** Text keys that differ from the words. */
const KEYS: Partial<Record<string, Record<string, string>>> = {
  flag: { true: 'field.yes', false: 'field.no' },
  permission: {
    READ: 'permission.read',
    CREATE: 'permission.create',
    UPDATE: 'permission.update',
    DELETE: 'permission.delete',
  },
};

/**
 * Formats a value as the resource's form does, and timestamps as in lists. Other values stay
 * unchanged.
 */
export function changedValue(resource: string, field: string, value: string): string {
  const group = WORDS[resource]?.[partsOf(field)[0]];
  if (group === undefined) return withFormattedTime(value);
  const told = (word: string) => textIfKnown(KEYS[group]?.[word] ?? `${group}.${word}`) ?? word;
  return value.split(', ').map(told).join(', ');
}

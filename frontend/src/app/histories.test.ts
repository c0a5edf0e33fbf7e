// Checks that every field name which the server records in histories has a label in every resource.
import { describe, expect, it } from 'vitest';
import { formFields } from '~/domain/validation';
import { companies } from '~/features/companies/company-resource';
import { names } from '~/features/logs/field-names.json';
import { RECORD_PATHS } from '~/features/logs/record-paths';
import { text } from '~/kernel/i18n/i18n';
import * as measurements from '~/kernel/measurement/field-names.json';
import type { AnyField, Resource, ResourceRecord } from '~/kernel/resource/definition';
import { historyFieldName } from '~/kernel/resource/told-field';
import { SCREENS } from './screens';

type AnyResource = Pick<Resource<ResourceRecord>, 'key' | 'form' | 'api'> & {
  fields: readonly AnyField<never>[];
};

const isResource = (value: unknown): value is AnyResource =>
  typeof value === 'object' && value !== null && 'api' in value && 'fields' in value;

const modules = import.meta.glob<Record<string, unknown>>('../features/*/*-resource.ts*', {
  eager: true,
});

const RESOURCES: AnyResource[] = [
  ...Object.values(modules).flatMap((module) => Object.values(module).filter(isResource)),
  companies('VENDOR'),
  companies('DEALER'),
  companies('RETAILER'),
].filter(({ api }) => api.revisions);

const TOLD: Partial<Record<string, Record<string, string>>> = { ...names, ...measurements.names };

/** The resource's name in histories. */
const nameOf = ({ form = '' }: AnyResource) =>
  `${form.charAt(0).toLowerCase()}${form.slice(1).replace(/Save$/, '')}`;

/** The fields that the forms send, plus those that the server records by name or in addition. */
function toldOf(resource: AnyResource): string[] {
  const entered = resource.form === undefined ? [] : formFields(resource.form);
  const told = new Set([
    ...entered.map(({ path }) => path).filter((path) => path !== 'version'),
    ...Object.keys(TOLD[nameOf(resource)] ?? {}),
  ]);
  return [...told];
}

const fieldsOf = (key: string) => RESOURCES.find((one) => one.key === key)?.fields ?? [];

describe('the history', () => {
  it('is there of all resources', () => {
    expect(RESOURCES.length).toBeGreaterThan(18);
  });

  it.each(RESOURCES.map((resource) => [resource.key, resource] as const))(
    'of %s has a label for every name',
    (_, resource) => {
      const told = toldOf(resource);
      expect(told).not.toHaveLength(0);
      const unnamed = told.filter(
        (name) => historyFieldName(resource.fields, name) === text('revision.otherField'),
      );
      expect(unnamed).toEqual([]);
    },
  );

  it.each([
    ['operators', 'companyName', '소속 업체'],
    ['operators', 'mainManagerName', '담당 매니저'],
    ['managers', 'permissionGroupName', '권한 그룹'],
    ['managers', 'recoveryCodes', '복구 코드'],
    ['companies-retailer', 'parentCompanyName', '상위 업체'],
    ['companies-vendor', 'parentCompanyName', '상위 업체'],
    ['permission-groups', 'allowedMenuItems[/history]', '메뉴 권한 · 이력 관리'],
    ['managed-menu-items', 'names[de]', '다른 언어의 이름 · Deutsch'],
    ['codes', 'toldByAnotherRelease', '그 밖의 항목'],
  ])('of %s says for %s %s, as the page does', (key, name, label) => {
    expect(historyFieldName(fieldsOf(key), name)).toBe(label);
  });
});

it('leads from the change log to screens that there are', () => {
  const paths = SCREENS.map(({ path }) => path);
  for (const path of Object.values(RECORD_PATHS).flat()) expect(paths).toContain(path);
});

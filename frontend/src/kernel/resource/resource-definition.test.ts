// Tests that invalid definitions do not compile. If the type check missed one, `tsc` would report
// an unused `@ts-expect-error`.
import { describe, expect, it, vi } from 'vitest';
import { formFields } from '~/domain/validation';
import { textKind } from '~/kernel/field/text-kind';
import type { Screen } from '~/kernel/screen/screen';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { EmptyIcon } from '~/ui/icons';
import { resource, type Definition, type FieldOf } from './resource';
import { idKeyOf, pluralOf, type ResourceName } from './usual-calls';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));

const screen: Screen = {
  path: '/somewhere',
  title: 'company.vendors',
  icon: EmptyIcon,
  page: () => Promise.resolve({ Component: () => null }),
};
const look = { label: 'company.name', kind: textKind } as const;
const name: FieldOf<'Company'> = { ...look, name: 'name', column: { width: 1 }, form: 'always' };
const parts = { screen, nameOf: () => '', fields: [] };

const RESOURCES: { name: ResourceName; hasForm: boolean }[] = [
  { name: 'AdminBoard', hasForm: true },
  { name: 'Company', hasForm: true },
  { name: 'Member', hasForm: true },
  { name: 'PhysicalMeasurement', hasForm: false },
  { name: 'Terms', hasForm: true },
];

export const FIELDS_THAT_DO_NOT_COMPILE = () => {
  // @ts-expect-error -- The name is misspelt.
  const misspelt: FieldOf<'Company'> = { ...look, name: 'nmae' };
  // @ts-expect-error -- A field of members, not of companies.
  const foreign: FieldOf<'Company'> = { ...look, name: 'memberNo', column: { width: 1 } };
  // @ts-expect-error -- The list of companies has no such filter.
  const filter: FieldOf<'Company'> = { ...look, name: 'name', filter: ['nameMatch'] };
  // @ts-expect-error -- The page parameter is not a filter.
  const page: FieldOf<'Company'> = { ...look, name: 'name', filter: ['page'] };
  // @ts-expect-error -- The form of companies has no such field.
  const entered: FieldOf<'Company'> = { ...look, name: 'createdAt', form: 'always' };
  // @ts-expect-error -- No row has it, so it can be entered and filtered, but not shown.
  const shown: FieldOf<'Member'> = { ...look, name: 'memo', form: 'always' };
  // @ts-expect-error -- Only the single board has the content, list rows do not.
  const detail: FieldOf<'AdminBoard'> = { ...look, name: 'content', column: { width: 1 } };
  const word = { width: 1, sort: { ascending: 'LENGTH' } } as const;
  // @ts-expect-error -- Boards have no such sort order.
  const sort: FieldOf<'AdminBoard'> = { ...look, name: 'name', column: word };
  const condition: FieldOf<'AdminBoard'> = {
    ...look,
    name: 'subName',
    form: 'always',
    // @ts-expect-error -- The condition reads a field that the form does not have.
    onlyIf: (values) => values.popup === true,
  };
  // @ts-expect-error -- A field outside the form cannot have a condition.
  const shownIf: FieldOf<'Company'> = { ...look, name: 'createdAt', onlyIf: () => true };
  return [misspelt, foreign, filter, page, entered, shown, detail, sort, condition, shownIf];
};

export const DEFINITIONS_THAT_DO_NOT_COMPILE = () => {
  // @ts-expect-error -- The contract has no such resource.
  const unknown = resource('Compnay', parts);
  // @ts-expect-error -- Log rows have no create call, which must be stated.
  const silent: Definition<'ChangeLog'> = parts;
  // @ts-expect-error -- The lack of a history must be stated, too.
  const partly = resource('ChangeLog', { ...parts, calls: { create: null } });
  // @ts-expect-error -- Companies have no such sort order.
  const order = resource('Company', { ...parts, defaultSort: 'EFFECTIVE_LATEST' });
  // @ts-expect-error -- The list of companies has no keyset pagination.
  const key = resource('Company', { ...parts, pagesByKey: true });
  // @ts-expect-error -- A filter of another list.
  const filters = resource('Company', { ...parts, fixedFilters: { memberId: 1 } });
  // @ts-expect-error -- There is no such tier.
  const values = resource('Company', { ...parts, fixedValues: { type: 'FRANCHISE' } });
  const titled = ({ title }: { title: string }) => title;
  // @ts-expect-error -- Members have no such field.
  const naming = resource('Member', { ...parts, nameOf: titled });
  // @ts-expect-error -- A field of companies among those of members.
  const mixed = resource('Member', { ...parts, fields: [name] });
  return [unknown, silent, partly, order, key, filters, values, naming, mixed];
};

describe('a resource', () => {
  it('calls what the contract calls so', async () => {
    server = new FakeServer({
      ListCompanies: () => pageOf([]),
      GetCompany: () => Promise.reject(new Error('not asked for an answer')),
      ListCompanyRevisions: () => pageOf([]),
      DeleteCompany: () => ({ revisionId: null }),
    });
    const { api } = resource('Company', { ...parts, fields: [name] });
    const { signal } = new AbortController();
    await api.list({ name: '한빛' }, signal);
    await api.get?.(3, signal).catch(() => undefined);
    await api.create?.({ name: '가람' }).catch(() => undefined);
    await api.update?.(3, { name: '가람' }).catch(() => undefined);
    await api.remove?.(3);
    await api.revisions?.(3, 1, signal);
    expect(server.asked).toEqual([
      { endpoint: 'ListCompanies', request: { query: { name: '한빛' } } },
      { endpoint: 'GetCompany', request: { path: { companyId: 3 } } },
      { endpoint: 'CreateCompany', request: { body: { name: '가람' } } },
      { endpoint: 'UpdateCompany', request: { path: { companyId: 3 }, body: { name: '가람' } } },
      { endpoint: 'DeleteCompany', request: { path: { companyId: 3 } } },
      {
        endpoint: 'ListCompanyRevisions',
        request: { path: { companyId: 3 }, query: { page: 1 } },
      },
    ]);
  });

  it('has no call that was said not to be there, and the given one in place of a usual one', async () => {
    const remove = vi.fn(() => Promise.resolve({}));
    const { api } = resource('Company', { ...parts, calls: { create: null, remove } });
    expect(api).not.toHaveProperty('create');
    await api.remove?.(3);
    expect(remove).toHaveBeenCalledWith(3);
  });

  it.each([
    ['Company', 'Companies', 'companyId'],
    ['AdminBoard', 'AdminBoards', 'adminBoardId'],
    ['Terms', 'Terms', 'termsId'],
    ['Survey', 'Surveys', 'surveyId'],
  ])('%s: several are %s, and one is known by its %s', (one, several, id) => {
    expect([pluralOf(one), idKeyOf(one)]).toEqual([several, id]);
  });

  it.each(RESOURCES)(
    '$name: the rules of its filters and its form are known',
    ({ name: one, hasForm }) => {
      expect(formFields(`${one}Filter`)).not.toEqual([]);
      if (hasForm) expect(formFields(`${one}Save`)).not.toEqual([]);
    },
  );
});

// Uses that the emitted types must allow or refuse. Compiled, never run.
import wasm from '@uno/core/wasm';
// @ts-expect-error: the script exports nothing, it sets a global
import { init as none } from '@uno/core/iife';
import {
  accessOf,
  ageAt,
  authority,
  call,
  configure,
  decadeOf,
  formFields,
  gradePhysical,
  init,
  isUnoError,
  onSessionChange,
  signIn,
  signOut,
  today,
  validate,
  type AdminBoard,
  type AdminBoardSave,
  type Company,
  type CompanyFilter,
  type CompanyOption,
  type CompanySave,
  type Endpoints,
  type FormField,
  type Member,
  type MemberSave,
  type MenuItem,
  type Page,
  type Permission,
  type PhysicalGrades,
  type PhysicalInputs,
  type PhysicalMeasurement,
  type QrCode,
  type StoredTokens,
  type TokenPair,
  type UserProfile,
  type UserProfileSave,
  type Violation,
} from '@uno/core';
import { isPanic, whenPanicked } from '@uno/core/panic';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function must<_ extends true>(): void {}

// Responses.
must<Equal<Endpoints['ListCompanies']['ok'], Page<Company>>>();
must<Equal<Endpoints['ListCompanyOptions']['ok'], CompanyOption[]>>();
must<Equal<Endpoints['ListMenuItems']['ok'], MenuItem[]>>();
must<Equal<Endpoints['CreateToken']['ok'], TokenPair>>();
must<Equal<Endpoints['DownloadJobFile']['ok'], Blob>>();
must<Equal<Page<Company>['data'], Company[]>>();
must<Equal<Page<Company>['total'], number>>();
must<Equal<Company['parentCompanyId'], number | null>>();
must<Equal<Company['createdAt'], string>>();
must<Equal<PhysicalMeasurement['heightCm'], number | null>>();

// Arguments.
must<Equal<Endpoints['GetCompany']['path'], { companyId: number }>>();
must<Equal<Endpoints['ListCompanies']['query'], CompanyFilter>>();
must<Equal<Endpoints['ListCompanies']['body'], null>>();
must<Equal<Endpoints['PreviewMemberImport']['body'], Blob>>();
must<Equal<Violation['params'], Record<string, string>>>();

// Forms send null for empty fields.
export const company: CompanySave = { type: 'VENDOR', name: 'A', memo: null, parentCompanyId: null };
export const member: MemberSave = {
  companyId: 1,
  memberNo: '1',
  name: 'A',
  birthDate: '1990-01-01',
  sex: 'MALE',
  email: null,
};
export const filter: CompanyFilter = {};
// Optional properties may be undefined.
export const open: CompanyFilter = { name: undefined, types: undefined, page: null };
export const blank: MemberSave = { ...member, memo: undefined, version: undefined };
export const silent: PhysicalInputs = { age: undefined, sex: null };
configure({ baseUrl: undefined, store: undefined, clock: undefined, fetch: undefined });
configure({ fetch, clock: Date.now });

// Responses can be sent back as requests.
export function echoed(
  company: Company,
  person: Member,
  profile: UserProfile,
  board: AdminBoard,
  measured: PhysicalMeasurement,
  rules: FormField[],
): [CompanySave, MemberSave, UserProfileSave, AdminBoardSave, PhysicalGrades, FormField[]] {
  return [company, person, profile, { ...board, content: board.content ?? '' }, gradePhysical(measured), rules];
}
export async function again(code: QrCode): Promise<void> {
  const [known] = await call('ListCompanies', { query: filter, body: undefined }).then((page) => page.data);
  if (known) await call('UpdateCompany', { path: known, body: known });
  await call('InspectQrCode', { body: code }, undefined);
  let kept: StoredTokens | null = null;
  configure({
    store: {
      load: () => kept,
      save: (tokens) => {
        kept = tokens;
      },
    },
  });
  await init({ url: wasm, bytes: undefined });
}
export const address: string = wasm;
// @ts-expect-error: there is no such tier
export const wrongTier: CompanySave = { type: 'PARTNER', name: 'A' };
// @ts-expect-error: the name is required
export const noName: CompanySave = { type: 'VENDOR' };

// Functions.
export async function everything(signal: AbortSignal): Promise<void> {
  configure({ baseUrl: '' });
  await signIn('kim', 'secret');
  const account: unknown = await call('GetAccount', {}, signal);
  const companies: Page<Company> = await call('ListCompanies', { query: { types: ['VENDOR'] } });
  await call('ListCompanies');
  await call('GetCompany', { path: { companyId: companies.data[0]?.companyId ?? 1 } });
  // @ts-expect-error: the path is required
  await call('GetCompany');
  // @ts-expect-error: so is the body
  await call('CreateCompany', {});
  // @ts-expect-error: it has no body
  await call('GetCompany', { path: { companyId: 1 }, body: {} });
  const stop: () => void = onSessionChange((who: string) => who.length);
  const permission: Permission = accessOf('/', [], authority());
  const violations: Violation[] = validate('CompanySave', account);
  const lengths: (number | undefined)[] = formFields('CompanySave').map((field) => field.max);
  const age: number | undefined = ageAt('1990-01-01', today());
  try {
    await signOut();
  } catch (error) {
    if (isUnoError(error)) {
      const shown: [number, number, Violation[] | undefined] = [error.code, error.status, error.fields];
      throw new Error(String([shown, permission.read, violations, lengths, decadeOf(age ?? 0)]));
    }
  }
  stop();
  whenPanicked((error) => isPanic(error))();
  const decade: number | undefined = decadeOf(age ?? 0);
  void [none, decade];
}

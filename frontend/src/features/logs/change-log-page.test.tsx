import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { formatList } from '~/kernel/i18n/format';
import { textIfKnown } from '~/kernel/i18n/i18n';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { MEMBERS_PATH } from '~/kernel/screen/known-paths';
import '~/kernel/testing/unmeasured';
import { Component as DetailDialog } from '~/kernel/resource/detail-dialog';
import { Component as AccessLogPage } from './access-log-page';
import { Component as ChangeLogPage } from './change-log-page';
import korean from '~/locales/ko.json';
import { changedFieldName, changedValue } from './field-names';
import { names, words } from './field-names.json';
import * as measurements from '~/kernel/measurement/field-names.json';
import { ACCESS_LOG, CHANGE_LOG } from './screens';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: false, update: false, delete: false }),
}));

let authority: string;
vi.mock('~/domain/session', async (original) => ({
  ...(await original<object>()),
  authority: () => authority,
}));
beforeEach(() => {
  authority = 'ADMIN';
});

const ROW: Answer<'GetChangeLog'> = {
  changeLogId: 9,
  createdAt: '2026-11-02T10:00:00+09:00',
  accountName: '김관리',
  resource: 'member',
  recordId: 31,
  action: 'UPDATE',
  changes: [{ field: 'birthDate', before: null, after: '****-**-**' }],
  position: 9,
};

const WHOLE = {
  rows: 1200,
  waiting: 0,
  expired: 0,
  oldestAt: '2026-01-02T00:00:00Z',
  erased: 0,
  endPosition: 1200,
  endHash: '00',
};

function open(flaw: Answer<'VerifyLogs'>['logs'][number]['flaw'], detail?: typeof ROW) {
  server = new FakeServer({
    ListChangeLogs: () => pageOf([detail ?? ROW]),
    GetChangeLog: () => detail ?? ROW,
    VerifyLogs: () => ({
      isFinished: true,
      logs: [
        { log: 'ACCESS', ...WHOLE, flaw: null },
        { log: 'CHANGE', ...WHOLE, waiting: 3, flaw },
      ],
    }),
  });
  const dialog = { path: ':id', Component: DetailDialog };
  renderRoutes(
    [{ path: CHANGE_LOG.path, Component: ChangeLogPage, children: [dialog] }],
    `${CHANGE_LOG.path}${detail ? '/9' : ''}`,
  );
}

describe('the change log', () => {
  it('offers companies the kinds that they are told of', async () => {
    open(null);
    await userEvent.click(await screen.findByRole('combobox', { name: '대상 종류' }));
    expect(await screen.findByRole('option', { name: '운영자 계정' })).toBeVisible();
    expect(screen.queryByRole('option', { name: '메뉴' })).toBeNull();
  });

  it('says who changed which fields of what', async () => {
    open(null);
    const row = await screen.findByRole('row', { name: /김관리/ });
    for (const word of ['회원', '31', '수정', '생년월일']) expect(row).toHaveTextContent(word);
    expect(within(row).getByRole('link', { name: '31' })).toHaveAttribute(
      'href',
      `${MEMBERS_PATH}/31`,
    );
  });

  it('says of one change each field from what to what, in the words of its form', async () => {
    open(null, {
      ...ROW,
      resource: 'terms',
      changes: [
        { field: 'status', before: 'DRAFT', after: 'PUBLISHED' },
        { field: 'isRequired', before: 'false', after: 'true' },
        { field: 'effectiveFrom', before: null, after: '2026-12-01' },
      ],
    });
    const dialog = await screen.findByRole('dialog');
    const table = await within(dialog).findByRole('table');
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '상태초안게시',
      '필수 동의아니요예',
      '시행일–2026-12-01',
    ]);
  });

  it('is titled by what was changed, and leads to it where it is still there', async () => {
    open(null, { ...ROW, resource: 'operator' });
    const dialog = await screen.findByRole('dialog', { name: '운영자 계정 31 · 수정' });
    expect(await within(dialog).findByRole('link', { name: '해당 화면에서 열기' })).toHaveAttribute(
      'href',
      '/account_management/operator_account/31',
    );
  });

  it.each([
    ['what was deleted', { action: 'DELETE' }],
    ['what has no page', { resource: 'division' }],
  ] as const)('does not lead to %s', async (_, parts) => {
    open(null, { ...ROW, ...parts });
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('생년월일')).toBeVisible();
    expect(within(dialog).queryByRole('link')).toBeNull();
  });

  it('names the fields alone where values are not told', async () => {
    open(null, { ...ROW, changes: [{ field: 'birthDate', before: null, after: null }] });
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('생년월일')).toBeVisible();
    expect(within(dialog).queryByRole('table')).toBeNull();
  });

  it.each([
    ['member', 'sex', 'FEMALE', '여성'],
    ['permissionGroup', 'allowedMenuItems[/history]', 'READ, UPDATE', '조회, 수정'],
    ['heartRateMeasurement', 'context', 'REST', '안정 시'],
    ['physicalMeasurement', 'arm', 'LEFT', '왼팔'],
    ['physicalMeasurement', 'posture', 'LYING', '누운 자세'],
    ['company', 'name', 'VENDOR', 'VENDOR'],
    ['operator', 'launchedAt', '2026-12-11T03:18:29.705Z', '2026-12-11 12:18'],
    ['stressMeasurement', 'measuredAt', '2026-12-11T23:30:00+09:00', '2026-12-11 23:30'],
    ['companyUserApp', 'startsOn', '2026-12-11', '2026-12-11'],
  ])('tells of a %s the %s %s as %s', (resource, field, value, told) => {
    expect(changedValue(resource, field, value)).toBe(told);
  });

  it.each([
    ['adminBoard', ['category', 'content', 'isPopup'], '분류, 내용 및 팝업'],
    ['terms', ['edition', 'effectiveFrom'], '버전 및 시행일'],
    ['company', ['parentCompanyName', 'memo'], '상위 업체 및 메모'],
    ['physicalMeasurement', ['systolic', 'heightCm'], '수축기 혈압 및 키(cm)'],
    ['physicalMeasurement', ['arm', 'readingNumber'], '측정 팔 및 측정 회차'],
    ['visionMeasurement', ['rightSphere', 'measuredAt'], '우안 구면도수 및 측정일시'],
    ['dementiaScreening', ['memory', 'answers'], '기억력 및 문항별 응답'],
    ['heartRateMeasurement', ['rate', 'context'], '심박수 및 측정 상태'],
    ['psychologicalTest', ['instrument', 'result'], '검사 도구 및 결과'],
    ['menuItem', ['names[en]', 'url'], '다른 언어의 이름 · English 및 주소'],
    ['operator', ['recoveryCodes', 'toldByAnotherRelease'], '복구 코드 및 그 밖의 항목'],
  ])('names the fields of a %s as its form does', (resource, fields, words) => {
    expect(formatList(fields.map((field) => changedFieldName(resource, field)))).toBe(words);
  });

  it('has a text for every name of a field and for every group of words', () => {
    for (const keys of Object.values({ ...names, ...measurements.names })
      .map((of) => Object.values(of))
      .flat())
      expect(textIfKnown(keys), keys).toBeDefined();
    const groups = Object.values({ ...words, ...measurements.words }).map((of) =>
      Object.values(of),
    );
    for (const group of groups.flat().filter((one) => one !== 'flag'))
      expect(
        Object.keys(korean).some((key) => key.startsWith(`${group}.`)),
        group,
      ).toBe(true);
  });

  it('says after the verification that nothing is wrong, and what is not chained yet', async () => {
    open(null);
    await userEvent.click(await screen.findByRole('button', { name: '위변조 검증' }));
    expect(await screen.findAllByText('이상이 없습니다. 검증한 기록: 1,200')).toHaveLength(2);
    expect(screen.getByText('아직 연결되지 않은 기록: 3')).toBeVisible();
  });

  it('names the first broken row', async () => {
    open({ kind: 'MISSING', position: 1041, rowId: null });
    await userEvent.click(await screen.findByRole('button', { name: '위변조 검증' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('1,041번째 기록이 없습니다.');
  });
});

it('the access log offers to verify as well', async () => {
  server = new FakeServer({ ListAccessLogs: () => pageOf([]) });
  renderRoutes([{ path: ACCESS_LOG.path, Component: AccessLogPage }], ACCESS_LOG.path);
  expect(await screen.findByRole('button', { name: '위변조 검증' })).toBeVisible();
});

it('nobody but administrators is offered to verify, because it covers all companies', async () => {
  authority = 'VENDOR';
  open(null);
  await screen.findByRole('row', { name: /김관리/ });
  expect(screen.queryByRole('button', { name: '위변조 검증' })).toBeNull();
});

describe.each([
  { ...ACCESS_LOG, Page: AccessLogPage, hint: /조회하거나 인쇄하거나 파일로 내보내면/ },
  { ...CHANGE_LOG, Page: ChangeLogPage, hint: /등록, 수정, 삭제하면 누가 언제 무엇을 바꿨는지/ },
])('an empty log at $path', ({ path, Page, hint }) => {
  const openEmpty = (search: string) => {
    server = new FakeServer({
      ListAccessLogs: () => pageOf([]),
      ListChangeLogs: () => pageOf([]),
    });
    return renderRoutes([{ path, Component: Page }], `${path}${search}`);
  };

  it('says what will be recorded in it', async () => {
    openEmpty('');
    expect(await screen.findByText('아직 기록이 없습니다')).toBeVisible();
    expect(screen.getByText(hint)).toBeVisible();
  });

  it('says with filters that nothing matches them, and clears them', async () => {
    const { router } = openEmpty('?accountName=김');
    expect(await screen.findByText('검색 조건을 바꾸거나 초기화해보세요.')).toBeVisible();
    expect(screen.queryByText(hint)).toBeNull();
    const [, clear] = screen.getAllByRole('button', { name: '조건 초기화' });
    await userEvent.click(clear ?? document.body);
    expect(await screen.findByText(hint)).toBeVisible();
    expect(router.state.location.search).toBe('');
  });
});

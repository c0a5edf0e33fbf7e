// Tests bulk changes and removals: the selection, the request, and that nothing is changed before
// the dry run and the confirmation.
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { switchKind } from '~/kernel/field/flag-kind';
import { textKind } from '~/kernel/field/text-kind';
import type { Job } from '~/kernel/jobs/jobs';
import { FakeServer, pageOf, refusal } from '~/kernel/testing/fake-server';
import { countsOf, jobOf } from '~/kernel/testing/job';
import { renderRoutes } from '~/kernel/testing/render-routes';
import '~/kernel/testing/unmeasured';
import type { Resource, ResourceRecord } from './definition';
import { ResourceList } from './resource-list';

const access = { read: true, create: false, update: true, delete: true };
let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/session/account', async (original) => ({
  ...(await original<object>()),
  useMe: () => ({ data: { accountId: 3, permissionGroup: { name: '운영팀' } } }),
}));
vi.mock('~/kernel/access/access', () => ({ useAccess: () => access }));

interface Code extends ResourceRecord {
  id: number;
  name: string;
  isActive: boolean;
}

const job = (parts: Partial<Job> = {}) =>
  jobOf({
    jobId: 7,
    kind: 'BULK_CHANGE',
    list: 'code.title',
    state: 'PREVIEW',
    fileName: '',
    companyName: null,
    progress: 0,
    total: 2,
    counts: countsOf({ updated: 2 }),
    ...parts,
  });

const bulk = vi.fn<NonNullable<Resource<Code>['api']['bulk']>>();
let total = 2;
let totalIsExact = true;
let now: Job;
let rows: Answer<'ListBulkRows'>['data'];
/** The list answers only after this. */
let arrival: Promise<void>;

const codes: Resource<Code> = {
  key: 'codes',
  path: '/codes',
  title: 'code.title',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  filterForm: 'CodeFilter',
  bulk: { fields: ['isActive'], form: 'CodeChanges' },
  fields: [
    {
      name: 'name',
      label: 'code.name',
      kind: textKind,
      column: { width: 100 },
      filter: ['name'],
      form: 'always',
    },
    {
      name: 'isActive',
      label: 'code.isActive',
      kind: { ...switchKind, empty: false },
      form: 'always',
    },
  ],
  api: {
    list: () =>
      arrival.then(() =>
        pageOf(
          [1, 2].map((id) => ({ id, name: `코드 ${String(id)}`, isActive: true })),
          total,
          totalIsExact,
        ),
      ),
    bulk,
  },
};

beforeEach(() => {
  Object.assign(access, { update: true, delete: true });
  total = 2;
  totalIsExact = true;
  arrival = Promise.resolve();
  now = job();
  rows = [
    { recordId: 1, name: '코드 1', outcome: 'CHANGED', error: null, fields: [] },
    { recordId: 2, name: null, outcome: 'REFUSED', error: 10005, fields: [] },
  ];
  bulk.mockReset().mockImplementation(() => Promise.resolve(now));
  server = new FakeServer({
    ListSavedViews: () => [],
    ListJobs: () => pageOf([]),
    GetJob: () => now,
    ListBulkRows: () => pageOf(rows),
    StartBulk: () => {
      now = job({ state: 'SUCCEEDED', counts: { ...now.counts, changed: 1 } });
      return now;
    },
    UndoBulk: () => job({ jobId: 8, kind: 'BULK_UNDO', state: 'QUEUED' }),
    CancelJob: () => job({ state: 'CANCELLED' }),
  });
});

async function open(address = '/codes') {
  const { router } = renderRoutes(
    [{ path: '/codes', element: <ResourceList resource={codes} /> }],
    address,
  );
  await screen.findByText('코드 1');
  return router;
}

const press = async (name: string | RegExp, within_ = within(document.body)) => {
  await userEvent.click(await within_.findByRole('button', { name }));
};

describe('what is selected', () => {
  it('is named by the numbers of its records', async () => {
    await open();
    await userEvent.click(screen.getByRole('checkbox', { name: '코드 2 선택' }));
    await press('삭제');
    await press('미리 확인');
    expect(bulk.mock.lastCall).toEqual([
      {},
      { action: 'DELETE', selection: 'NAMED', recordIds: [2] },
    ]);
  });

  it('can be all that match, which the filter of the list says', async () => {
    total = 4210;
    await open('/codes?name=가');
    await userEvent.click(screen.getByRole('checkbox', { name: '이 페이지 모두 선택' }));
    await press('조건에 맞는 4,210건 모두 선택');
    expect(screen.getByText('조건에 맞는 4,210건 모두 선택됨')).toBeVisible();
    await press('삭제');
    await press('미리 확인');
    expect(bulk.mock.lastCall).toEqual([
      { name: '가' },
      { action: 'DELETE', selection: 'MATCHING', recordIds: [] },
    ]);
  });

  it('is left for the dialog, which leads back to where it was opened', async () => {
    await open();
    await userEvent.click(screen.getByRole('checkbox', { name: '코드 1 선택' }));
    await press('일괄 변경');
    await press('취소', within(await screen.findByRole('dialog')));
    await waitFor(() => {
      expect(screen.getByRole('button', { name: '일괄 변경' })).toHaveFocus();
    });
  });

  it('is not all any more when one is taken off', async () => {
    total = 4210;
    await open();
    await userEvent.click(screen.getByRole('checkbox', { name: '이 페이지 모두 선택' }));
    await press('조건에 맞는 4,210건 모두 선택');
    await userEvent.click(screen.getByRole('checkbox', { name: '코드 1 선택' }));
    expect(screen.getByText('선택 1건')).toBeVisible();
  });

  it('is nothing any more when a filter changes, of one or of all that match', async () => {
    total = 4210;
    const router = await open();
    await userEvent.click(screen.getByRole('checkbox', { name: '코드 1 선택' }));
    await act(() => router.navigate('?name=가'));
    await waitFor(() => {
      expect(screen.queryByText('선택 1건')).toBeNull();
    });
    expect(screen.getByRole('checkbox', { name: '코드 1 선택' })).not.toBeChecked();
    await userEvent.click(screen.getByRole('checkbox', { name: '이 페이지 모두 선택' }));
    await press('조건에 맞는 4,210건 모두 선택');
    await act(() => router.navigate('?name=나'));
    await waitFor(() => {
      expect(screen.queryByText('조건에 맞는 4,210건 모두 선택됨')).toBeNull();
    });
    expect(screen.queryByRole('button', { name: '삭제' })).toBeNull();
  });

  it('is nothing that is shown only until the rows of the new filter arrive', async () => {
    const router = await open();
    let arrive: () => void = () => undefined;
    arrival = new Promise((resolve) => {
      arrive = resolve;
    });
    await act(() => router.navigate('?name=가'));
    await userEvent.click(screen.getByRole('checkbox', { name: '코드 1 선택' }));
    expect(screen.queryByText('선택 1건')).toBeNull();
    arrive();
    await waitFor(() => {
      expect(screen.getByRole('table')).not.toHaveAttribute('aria-busy', 'true');
    });
    await userEvent.click(screen.getByRole('checkbox', { name: '코드 1 선택' }));
    expect(screen.getByText('선택 1건')).toBeVisible();
  });

  it('is kept when only the page changes', async () => {
    total = 4210;
    const router = await open('/codes?name=가');
    await userEvent.click(screen.getByRole('checkbox', { name: '코드 1 선택' }));
    await act(() => router.navigate('?name=가&page=1&pageSize=50'));
    expect(screen.getByText('선택 1건')).toBeVisible();
  });

  it('says no number of those that match where nobody has counted them', async () => {
    total = 10_000;
    totalIsExact = false;
    await open();
    await userEvent.click(screen.getByRole('checkbox', { name: '이 페이지 모두 선택' }));
    expect(await screen.findByRole('button', { name: '조건에 맞는 것 모두 선택' })).toBeVisible();
  });
});

describe('who may', () => {
  it('only remove is not offered to change', async () => {
    access.update = false;
    await open();
    await userEvent.click(screen.getByRole('checkbox', { name: '코드 1 선택' }));
    expect(screen.getByRole('button', { name: '삭제' })).toBeVisible();
    expect(screen.queryByRole('button', { name: '일괄 변경' })).toBeNull();
  });

  it('do neither selects nothing', async () => {
    Object.assign(access, { update: false, delete: false });
    await open();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('what is changed of several', () => {
  beforeEach(async () => {
    await open();
    await userEvent.click(screen.getByRole('checkbox', { name: '이 페이지 모두 선택' }));
    await press('일괄 변경');
    await press('미리 확인');
  });

  it('is what was picked and entered, and is tried first', async () => {
    expect(bulk.mock.lastCall?.[1]).toEqual({
      action: 'CHANGE',
      selection: 'NAMED',
      recordIds: [1, 2],
      changes: { isActive: false },
    });
    expect(await screen.findByText('2건이 바뀝니다.')).toBeVisible();
    expect(server.requestsOf('StartBulk')).toEqual([]);
  });

  it('tells each record with what would become of it, and why not', async () => {
    const shown = within(await screen.findByRole('list', { name: '대상' }));
    expect(await shown.findByText('코드 1')).toBeVisible();
    expect(shown.getByText('번호 2')).toBeVisible();
    expect(shown.getByText('할 수 없음')).toBeVisible();
  });

  it('is done when it is started, and can be put back', async () => {
    await press('2건 변경');
    await press('되돌리기');
    await waitFor(() => {
      expect(server.requestsOf('UndoBulk')).toMatchObject([{ path: { jobId: 7 } }]);
    });
  });

  it('is said when it is done, where the focus is then', async () => {
    await press('2건 변경');
    const said = await screen.findByText('2건을 바꿨습니다.');
    await waitFor(() => {
      expect(document.activeElement).toContainElement(said);
    });
  });

  it('is dropped when the dialog is closed before', async () => {
    await screen.findByText('2건이 바뀝니다.');
    await press('취소', within(screen.getByRole('dialog')));
    await waitFor(() => {
      expect(server.requestsOf('CancelJob')).toEqual([{ path: { jobId: 7 } }]);
    });
    expect(server.requestsOf('StartBulk')).toEqual([]);
  });
});

describe('what is not changed', () => {
  it('is refused in words: of the error, or of all fields that are wrong', async () => {
    const params = {};
    rows = [
      { recordId: 1, name: '코드 1', outcome: 'REFUSED', error: 11004, fields: [] },
      {
        recordId: 2,
        name: '코드 2',
        outcome: 'REFUSED',
        error: 10002,
        fields: [
          { path: 'isActive', code: 'fixed', params },
          { path: 'divisionId', code: 'notFound', params },
        ],
      },
      { recordId: 3, name: '코드 3', outcome: 'REFUSED', error: 99999, fields: [] },
    ];
    await open();
    await userEvent.click(screen.getByRole('checkbox', { name: '이 페이지 모두 선택' }));
    await press('일괄 변경');
    await press('미리 확인');
    const list = within(await screen.findByRole('list', { name: '대상' }));
    await list.findByText('코드 1');
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '코드 1할 수 없음이 작업을 할 권한이 없습니다.',
      '코드 2할 수 없음사용: 등록한 뒤에는 바꿀 수 없습니다.이 회원의 업체에 없는 부서입니다.',
      '코드 3할 수 없음알 수 없는 오류가 발생했습니다. 잠시 후 다시 시도해주세요.',
    ]);
  });
});

describe('what is deleted', () => {
  it('cannot be brought back, which is said before, and keeps its name where that was just read', async () => {
    rows = [1, 2].map((recordId) => ({
      recordId,
      name: `코드 ${String(recordId)}`,
      outcome: 'DELETED',
      error: null,
      fields: [],
    }));
    await open();
    await userEvent.click(screen.getByRole('checkbox', { name: '이 페이지 모두 선택' }));
    await press('삭제');
    await press('미리 확인');
    expect(await screen.findByText('삭제하면 되돌릴 수 없습니다.')).toBeVisible();
    const list = () => within(screen.getByRole('list', { name: '대상' }));
    expect(await list().findByText('코드 2')).toBeVisible();
    rows = rows.map((row) => ({ ...row, name: null }));
    await press('2건 삭제');
    expect(await screen.findByText('2건을 삭제했습니다.')).toBeVisible();
    expect(await list().findByText('코드 2')).toBeVisible();
  });
});

describe('what is not deleted', () => {
  it('says what depends on it and how much, or what the button to delete it alone would say', async () => {
    rows = [
      {
        recordId: 1,
        name: '코드 1',
        outcome: 'REFUSED',
        error: 10010,
        fields: [
          { path: 'companyUserApps', code: 'hasDependents', params: { count: '1234' } },
          { path: 'somethingNew', code: 'hasDependents', params: { count: '2' } },
        ],
      },
      {
        recordId: 2,
        name: '코드 2',
        outcome: 'REFUSED',
        error: 10002,
        fields: [{ path: 'isActive', code: 'builtIn', params: {} }],
      },
    ];
    now = job({ kind: 'BULK_DELETE', counts: countsOf({ rejected: 2 }) });
    await open();
    await userEvent.click(screen.getByRole('checkbox', { name: '이 페이지 모두 선택' }));
    await press('삭제');
    await press('미리 확인');
    const list = within(await screen.findByRole('list', { name: '대상' }));
    await list.findByText('코드 1');
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '코드 1할 수 없음연결된 다른 자료가 있어 삭제할 수 없습니다.이 앱을 이용하는 업체: 1,234그 밖의 자료: 2',
      '코드 2할 수 없음기본으로 제공되는 항목이라 삭제할 수 없습니다.',
    ]);
  });
});

describe('what fails', () => {
  it('is said where it was asked for', async () => {
    bulk.mockImplementation(() => Promise.reject(refusal(10011, 429)));
    await open();
    await userEvent.click(screen.getByRole('checkbox', { name: '코드 1 선택' }));
    await press('삭제');
    await press('미리 확인');
    expect(await screen.findByRole('alert')).toBeVisible();
  });

  it('while it is tried says why, and offers nothing', async () => {
    now = job({ state: 'FAILED', failure: 'tooManyRecords', total: 0 });
    await open();
    await userEvent.click(screen.getByRole('checkbox', { name: '코드 1 선택' }));
    await press('삭제');
    await press('미리 확인');
    expect(await screen.findByText(/100,000건까지/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /건 삭제$/ })).toBeNull();
  });
});

// Tests what the kernel provides for every resource, with a small example resource.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { textKind } from '~/kernel/field/text-kind';
import { pageOf, refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { Component as CreateDialog } from './create-dialog';
import type { FormValues, ListQuery, Resource, ResourceRecord } from './definition';
import { Component as DetailDialog } from './detail-dialog';
import { Component as EditDialog } from './edit-dialog';
import { ResourceList } from './resource-list';

vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: true, update: true, delete: true }),
}));

interface Note extends ResourceRecord {
  id: number;
  name: string;
  memo: string | null;
}

const note = (id: number, parts: Partial<Note> = {}): Note => ({
  id,
  name: `기록 ${String(id)}`,
  memo: null,
  version: 3,
  can: { update: { allowed: true, reason: null }, delete: { allowed: true, reason: null } },
  ...parts,
});

function notes(api: Partial<Resource<Note>['api']> = {}): Resource<Note> {
  return {
    key: 'notes',
    path: '/notes',
    title: 'company.vendors',
    texts: {
      create: 'company.createVendor',
      edit: 'company.editVendor',
      remove: 'company.removeVendor',
    },
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    form: 'CompanySave',
    filterForm: 'CompanyFilter',
    fixedValues: { type: 'VENDOR' },
    pagesByKey: true,
    fields: [
      {
        name: 'name',
        label: 'company.name',
        kind: textKind,
        column: { width: 100, sort: { ascending: 'NAME', descending: 'NAME_DESC' } },
        filter: ['name'],
        form: 'always',
      },
      {
        name: 'memo',
        label: 'company.memo',
        kind: textKind,
        column: { width: 100 },
        filter: ['parentCompanyName'],
        form: 'always',
      },
    ],
    api: {
      list: () => Promise.resolve(pageOf([note(1), note(2)])),
      get: (id) => Promise.resolve(note(id)),
      create: () => Promise.resolve(note(9)),
      update: (id) => Promise.resolve(note(id)),
      remove: () => Promise.resolve({}),
      ...api,
    },
  };
}

function open(resource: Resource<Note>, address = '/notes') {
  return renderRoutes(
    [
      { path: '/', element: null },
      { path: '/people', element: null },
      {
        path: '/notes',
        element: <ResourceList resource={resource} />,
        children: [
          { path: 'new', Component: CreateDialog },
          { path: ':id', Component: DetailDialog },
          { path: ':id/edit', Component: EditDialog },
        ],
      },
    ],
    address,
  );
}

describe('a record', () => {
  it('says who made it and who changed it last', async () => {
    const authors = {
      made: { accountName: '김등록', at: '2026-11-01T00:00:00Z' },
      changed: { accountName: '이수정', at: '2026-11-02T01:00:00Z' },
    };
    open(notes({ get: (id) => Promise.resolve(note(id, { authors })) }), '/notes/1');
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('김등록');
    expect(dialog).toHaveTextContent(
      /등록일시2026-11-01 09:00 · 김등록수정일시2026-11-02 10:00 · 이수정/,
    );
  });

  it('says when it was made where nobody knows by whom, and nothing of changes that it has not had', async () => {
    const createdAt = '2026-11-01T00:00:00Z';
    const authors = { made: null, changed: null };
    open(notes({ get: (id) => Promise.resolve(note(id, { authors, createdAt })) }), '/notes/1');
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('등록일시');
    expect(dialog).toHaveTextContent(/2026-11-01 09:00/);
    expect(within(dialog).queryByText('수정일시')).toBeNull();
  });
});

describe('a list', () => {
  it('asks the server for what its address says', async () => {
    const list = vi.fn((_: ListQuery) => Promise.resolve(pageOf([note(1)], 900, false)));
    open(notes({ list }), '/notes?name=kim&page=2&after=b3Jk&sort=NAME&unknown=1');
    await screen.findByText('기록 1');
    expect(list.mock.calls[0]?.[0]).toEqual({
      name: 'kim',
      page: 2,
      pageSize: 20,
      after: 'b3Jk',
      sort: 'NAME',
    });
  });

  it('says how many rows there are at least when nobody counted them all', async () => {
    open(notes({ list: () => Promise.resolve(pageOf([note(1)], 10_000, false)) }));
    const [above, below] = await screen.findAllByText('10,000+건 중 1~1');
    expect(above).toBeVisible();
    expect(below).toBeVisible();
  });

  it('says of a page behind what was counted how many rows there are by it, and on the last one how many', async () => {
    const rows = Array.from({ length: 20 }, (_, index) => note(index + 1));
    const pages = new Map([
      [59, pageOf(rows, 1000, false, 'bmV4dA')],
      [60, pageOf(rows.slice(0, 7), 1000, false)],
    ]);
    const { router } = open(
      notes({ list: ({ page }) => Promise.resolve(pages.get(page as number) ?? pageOf([])) }),
      '/notes?page=59',
    );
    expect(await screen.findAllByText('1,200+건 중 1,181~1,200')).toHaveLength(2);
    expect(screen.getAllByText('/ 60+')).toHaveLength(2);
    const below = within(screen.getByRole('navigation', { name: '목록 아래 페이지 이동' }));
    await userEvent.click(below.getByRole('button', { name: '다음 페이지' }));
    expect(router.state.location.search).toBe('?page=60&after=bmV4dA');
    expect(await screen.findAllByText('1,207건 중 1,201~1,207')).toHaveLength(2);
    expect(screen.getAllByText('/ 61')).toHaveLength(2);
    expect(below.getByRole('button', { name: '다음 페이지' })).toBeDisabled();
  });

  it('leads from a page behind the last one to those that there are', async () => {
    const { router } = open(
      notes({ list: ({ page }) => Promise.resolve(pageOf(page === 2 ? [note(1)] : [], 41)) }),
      '/notes?page=999',
    );
    await screen.findByText('이 페이지에는 자료가 없습니다');
    expect(screen.getByRole('button', { name: '첫 페이지' })).toBeVisible();
    expect(screen.queryByRole('button', { name: '이전 페이지' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '마지막 페이지' }));
    expect(router.state.location.search).toBe('?page=2');
    expect(await screen.findAllByText('41건 중 41~41')).toHaveLength(2);
  });

  it('leads to its last page, where it is known which that is', async () => {
    const list = ({ page }: ListQuery) => {
      const rows = Array.from({ length: page === 2 ? 1 : 20 }, (_, place) => note(place + 1));
      return Promise.resolve(pageOf(rows, 41));
    };
    const { router, unmount } = open(notes({ list }));
    await userEvent.click(await screen.findByRole('button', { name: '마지막 페이지' }));
    expect(router.state.location.search).toBe('?page=2');
    await waitFor(() => {
      expect(screen.getByRole('button', { name: '마지막 페이지' })).toBeDisabled();
    });
    unmount();
    const many = Array.from({ length: 20 }, (_, place) => note(place + 1));
    open(notes({ list: () => Promise.resolve(pageOf(many, 1000, false)) }));
    expect(await screen.findByRole('button', { name: '첫 페이지' })).toBeVisible();
    expect(screen.queryByRole('button', { name: '마지막 페이지' })).toBeNull();
  });

  it('calls no page the last where not all were counted', async () => {
    const { router } = open(
      notes({ list: () => Promise.resolve(pageOf([], 1000, false)) }),
      '/notes?page=60',
    );
    await screen.findByText('이 페이지에는 자료가 없습니다');
    expect(screen.queryByRole('button', { name: '마지막 페이지' })).toBeNull();
    expect(screen.getByRole('button', { name: '50페이지로 이동' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '이전 페이지' }));
    expect(router.state.location.search).toBe('?page=59');
  });

  it('goes to the next page by what the page says, and to others by number', async () => {
    const rows = Array.from({ length: 20 }, (_, index) => note(index + 1));
    const page = pageOf(rows, 100, true, 'bmV4dA');
    const { router } = open(notes({ list: () => Promise.resolve(page) }));
    const below = within(await screen.findByRole('navigation', { name: '목록 아래 페이지 이동' }));
    await userEvent.click(below.getByRole('button', { name: '다음 페이지' }));
    expect(router.state.location.search).toBe('?page=1&after=bmV4dA');
    const above = within(screen.getByRole('navigation', { name: '목록 위 페이지 이동' }));
    await userEvent.click(above.getByRole('button', { name: '이전 페이지' }));
    expect(router.state.location.search).toBe('');
  });

  it('finds a page by its number where what led to it is worth nothing', async () => {
    const after = [{ path: 'after', code: 'format', params: {} }];
    const list = vi.fn((query: ListQuery) =>
      query.after === undefined
        ? Promise.resolve(pageOf([note(1)], 900, false))
        : Promise.reject(refusal(10002, 422, { fields: after })),
    );
    open(notes({ list }), '/notes?page=2&after=b3RoZXI');
    expect(await screen.findByText('기록 1')).toBeVisible();
    expect(list.mock.calls.at(-1)?.[0]).toEqual({ page: 2, pageSize: 20 });
  });

  it('writes a filter into its address once the typing rests, without a step for every letter', async () => {
    const { router } = open(notes());
    await userEvent.type(await screen.findByRole('searchbox', { name: '업체명' }), '한빛');
    await waitFor(() => {
      expect(new URLSearchParams(router.state.location.search).get('name')).toBe('한빛');
    });
  });

  it('loses no letter of two filters that are typed one right after the other', async () => {
    const list = vi.fn(() => Promise.resolve(pageOf([note(1)])));
    const { router } = open(notes({ list }));
    const name = await screen.findByRole('searchbox', { name: '업체명' });
    const memo = screen.getByRole('searchbox', { name: '메모' });
    fireEvent.change(name, { target: { value: '한빛' } });
    fireEvent.change(memo, { target: { value: '가람' } });
    await waitFor(() => {
      expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
        name: '한빛',
        parentCompanyName: '가람',
      });
    });
    expect(name).toHaveValue('한빛');
    expect(memo).toHaveValue('가람');
  });

  it('loses no letter that is typed while the address changes', async () => {
    const { router } = open(notes());
    const name = await screen.findByRole('searchbox', { name: '업체명' });
    for (const letters of ['ab', 'cd', 'ef']) {
      await userEvent.type(name, letters);
      await new Promise((resolve) => setTimeout(resolve, 290));
    }
    expect(name).toHaveValue('abcdef');
    await waitFor(() => {
      expect(router.state.location.search).toBe('?name=abcdef');
    });
  });

  it('follows the address where that changes otherwise', async () => {
    const { router } = open(notes(), '/notes?name=kim');
    const name = await screen.findByRole('searchbox', { name: '업체명' });
    await userEvent.type(name, 'berly');
    await waitFor(() => {
      expect(router.state.location.search).toBe('?name=kimberly');
    });
    await act(() => router.navigate('/notes?name=lee'));
    expect(name).toHaveValue('lee');
  });

  it('is not shown at all while a filter is wrong, and the other filters stay', async () => {
    const list = vi.fn(() => Promise.resolve(pageOf([note(1)])));
    const { router } = open(
      notes({ list }),
      `/notes?name=${'x'.repeat(101)}&parentCompanyName=가람`,
    );
    expect(await screen.findByText('검색 조건을 확인해주세요')).toBeVisible();
    const name = screen.getByRole('searchbox', { name: '업체명' });
    expect(name).toHaveAccessibleDescription('100자 이하로 입력해주세요.');
    expect(list).not.toHaveBeenCalled();
    await userEvent.clear(name);
    expect(await screen.findByText('기록 1')).toBeVisible();
    expect(new URLSearchParams(router.state.location.search).get('parentCompanyName')).toBe('가람');
  });

  it.each(['sort=NONSENSE', 'page=-1', 'page=x', 'pageSize=5000'])(
    'says that its address is wrong where it has %s, and leads back',
    async (parameter) => {
      const list = vi.fn(() => Promise.resolve(pageOf([note(1)])));
      const { router } = open(notes({ list }), `/notes?name=kim&${parameter}`);
      expect(await screen.findByText('주소에 잘못된 값이 있습니다')).toBeVisible();
      expect(screen.getByText(new RegExp(parameter))).toBeVisible();
      expect(list).not.toHaveBeenCalled();
      await userEvent.click(screen.getByRole('button', { name: '목록으로' }));
      expect(router.state.location.search).toBe('?name=kim');
      expect(await screen.findByText('기록 1')).toBeVisible();
    },
  );

  it('sorts by a click on the header, then the other way round', async () => {
    const { router } = open(notes());
    const header = await screen.findByRole('button', { name: '업체명' });
    await userEvent.click(header);
    expect(router.state.location.search).toBe('?sort=NAME');
    await userEvent.click(screen.getByRole('button', { name: '업체명' }));
    expect(router.state.location.search).toBe('?sort=NAME_DESC');
    expect(screen.getByRole('columnheader', { name: '업체명' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
  });

  it('marks the order that it has by itself, which may depend on what is sought', async () => {
    const defaultSort = ({ name }: ListQuery) => (name === undefined ? 'NAME_DESC' : 'NAME');
    const { unmount } = open({ ...notes(), defaultSort });
    const header = () => screen.findByRole('columnheader', { name: '업체명' });
    expect(await header()).toHaveAttribute('aria-sort', 'descending');
    unmount();
    open({ ...notes(), defaultSort }, '/notes?name=kim');
    expect(await header()).toHaveAttribute('aria-sort', 'ascending');
  });

  it('distinguishes having nothing from finding nothing', async () => {
    const list = () => Promise.resolve(pageOf<Note>([]));
    const { unmount } = open(notes({ list }));
    expect(await screen.findByText('아직 등록된 자료가 없습니다')).toBeVisible();
    unmount();
    const { router } = open(notes({ list }), '/notes?name=kim');
    expect(await screen.findByText('조건에 맞는 결과가 없습니다')).toBeVisible();
    const [clear] = screen.getAllByRole('button', { name: '조건 초기화' });
    if (clear) await userEvent.click(clear);
    expect(router.state.location.search).toBe('');
  });

  it('does not say that it has nothing before that is known', async () => {
    let answer: ((page: ReturnType<typeof pageOf<Note>>) => void) | undefined;
    const list = ({ name }: ListQuery) =>
      name === undefined
        ? new Promise<ReturnType<typeof pageOf<Note>>>((resolve) => (answer = resolve))
        : Promise.resolve(pageOf<Note>([]));
    open(notes({ list }), '/notes?name=kim');
    await screen.findByText('조건에 맞는 결과가 없습니다');
    const [clear] = screen.getAllByRole('button', { name: '조건 초기화' });
    if (clear) await userEvent.click(clear);
    await waitFor(() => {
      expect(screen.queryByText('조건에 맞는 결과가 없습니다')).toBeNull();
    });
    expect(screen.queryByText('아직 등록된 자료가 없습니다')).toBeNull();
    answer?.(pageOf([note(1)]));
    expect(await screen.findByText('기록 1')).toBeVisible();
  });

  it('leaves the focus at the number of the page that was typed', async () => {
    const rows = Array.from({ length: 20 }, (_, index) => note(index + 1));
    const { router } = open(notes({ list: () => Promise.resolve(pageOf(rows, 100)) }));
    const input = await screen.findByRole('textbox', { name: '페이지 번호' });
    await userEvent.type(input, '{Backspace}3{Enter}');
    expect(router.state.location.search).toBe('?page=2');
    expect(input).toHaveFocus();
    await act(() => router.navigate(-1));
    expect(input).toHaveValue('1');
  });

  it('shows a failure with the number to report it by, and tries again', async () => {
    const list = vi
      .fn<Resource<Note>['api']['list']>()
      .mockRejectedValueOnce(refusal(10099, 500, { requestId: 'r-77' }))
      .mockResolvedValue(pageOf([note(1)]));
    open(notes({ list }));
    expect(await screen.findByText('r-77')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    expect(await screen.findByText('기록 1')).toBeVisible();
  });

  it('says so when the server cannot be reached', async () => {
    open(notes({ list: () => Promise.reject(refusal(0, 0)) }));
    expect(await screen.findByText('서버에 연결할 수 없습니다')).toBeVisible();
  });

  it('opens a row with Enter, and arrows go from row to row', async () => {
    const { router } = open(notes());
    const first = await screen.findByRole('link', { name: '기록 1' });
    first.focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('link', { name: '기록 2' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(router.state.location.pathname).toBe('/notes/2');
  });

  it('brings the slash key to the search', async () => {
    open(notes());
    await screen.findByText('기록 1');
    await userEvent.keyboard('/');
    expect(screen.getByRole('searchbox', { name: '업체명' })).toHaveFocus();
  });

  it('does not remove what may not be removed, and says why', async () => {
    const remove = vi.fn(() => Promise.resolve({}));
    const guarded = note(1, {
      can: {
        update: { allowed: true, reason: null },
        delete: { allowed: false, reason: 'hasDependents' },
      },
    });
    open(notes({ remove, list: () => Promise.resolve(pageOf([guarded])) }));
    const button = await screen.findByRole('button', { name: '기록 1 삭제' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await userEvent.hover(button);
    expect(await screen.findByText(/하위 업체나 회원/)).toBeVisible();
    await userEvent.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(remove).not.toHaveBeenCalled();
  });

  it('says what stands in the way of a removal, how much of it, and where it is listed', async () => {
    const dependents = [
      { path: 'companies', code: 'hasDependents', params: { count: '1' } },
      { path: 'members', code: 'hasDependents', params: { count: '1234' } },
      { path: 'something', code: 'hasDependents', params: { count: '2' } },
    ];
    const remove = () => Promise.reject(refusal(10010, 409, { fields: dependents }));
    const { router } = open({
      ...notes({ remove }),
      dependentsOf: ({ id }) => ({
        members: [
          {
            screen: { path: '/people', title: 'member.title' },
            filters: { companyId: String(id) },
          },
        ],
      }),
    });
    await userEvent.click(await screen.findByRole('button', { name: '기록 1 삭제' }));
    const question = await screen.findByRole('dialog');
    await userEvent.click(within(question).getByRole('button', { name: '삭제' }));
    expect(await screen.findByText('하위 업체: 1')).toBeVisible();
    expect(screen.getByText(/회원: 1,234/)).toBeVisible();
    expect(screen.getByText('그 밖의 자료: 2'), 'of a later version').toBeVisible();
    expect(screen.queryByRole('button', { name: '삭제' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: '업체 회원' }));
    await waitFor(() => {
      expect(router.state.location).toMatchObject({ pathname: '/people', search: '?companyId=1' });
    });
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  });

  it('removes after asking, and tells a refusal', async () => {
    const remove = vi.fn(() => Promise.reject(refusal(10010, 409)));
    open(notes({ remove }));
    await userEvent.click(await screen.findByRole('button', { name: '기록 1 삭제' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: '삭제' }));
    expect(await screen.findByText(/연결된 다른 자료가 있어/)).toBeVisible();
    expect(remove).toHaveBeenCalledWith(1);
  });

  it('stays where the reader has gone while a removal was under way', async () => {
    let answer: ((removed: object) => void) | undefined;
    const remove = () => new Promise<object>((resolve) => (answer = resolve));
    const { router } = open(notes({ remove }), '/people');
    await act(() => router.navigate('/notes'));
    await userEvent.click(await screen.findByRole('link', { name: '기록 1' }));
    const detail = within(await screen.findByRole('dialog', { name: '기록 1' }));
    await userEvent.click(await detail.findByRole('button', { name: '삭제' }));
    const question = within(await screen.findByRole('dialog', { name: '총판 삭제' }));
    await userEvent.click(question.getByRole('button', { name: '삭제' }));
    await userEvent.click(detail.getByRole('button', { name: '닫기' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/notes');
    });
    answer?.({});
    expect(await screen.findByText('삭제했습니다.')).toBeVisible();
    expect(router.state.location.pathname).toBe('/notes');
  });
});

describe('a form', () => {
  const save = async () => userEvent.click(await screen.findByRole('button', { name: '저장' }));

  it('marks what is required and refuses to be saved without it', async () => {
    const create = vi.fn(() => Promise.resolve(note(9)));
    open(notes({ create }), '/notes/new');
    await save();
    expect(await screen.findByText('필수 입력 항목입니다.')).toBeVisible();
    expect(create).not.toHaveBeenCalled();
    await waitFor(() => {
      expect(screen.getByRole('textbox', { name: /업체명/ })).toHaveFocus();
    });
  });

  it('says what is wrong with what was entered when its field is left', async () => {
    open(notes(), '/notes/1/edit');
    const name = await screen.findByRole('textbox', { name: /업체명/ });
    name.focus();
    await userEvent.tab();
    await userEvent.tab({ shift: true });
    expect(name).toHaveFocus();
    await userEvent.clear(name);
    expect(screen.queryByText('필수 입력 항목입니다.')).toBeNull();
    await userEvent.tab();
    expect(await screen.findByText('필수 입력 항목입니다.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: '메모' })).toHaveFocus();
  });

  it('is saved, says so, and leaves the list as it was', async () => {
    const create = vi.fn((_: FormValues) => Promise.resolve(note(9)));
    const { router } = open(notes({ create }), '/notes/new?name=kim');
    await userEvent.type(await screen.findByRole('textbox', { name: /업체명/ }), '새 업체');
    await save();
    expect(await screen.findByText('등록했습니다.')).toBeVisible();
    expect(create.mock.calls[0]?.[0]).toMatchObject({ name: '새 업체' });
    expect(router.state.location).toMatchObject({ pathname: '/notes', search: '?name=kim' });
  });

  it('loses nothing when saving fails, and puts the server’s words beside the fields', async () => {
    const create = () =>
      Promise.reject(
        refusal(10009, 409, { fields: [{ path: 'name', code: 'taken', params: {} }] }),
      );
    open(notes({ create }), '/notes/new');
    const name = await screen.findByRole('textbox', { name: /업체명/ });
    await userEvent.type(name, '한빛');
    await save();
    expect(await screen.findAllByText('이미 사용 중인 값입니다.')).toHaveLength(2);
    expect(name).toHaveValue('한빛');
    await waitFor(() => {
      expect(name).toHaveFocus();
    });
  });

  it('keeps the server’s words at a field that was left only to press save', async () => {
    const create = () =>
      Promise.reject(
        refusal(10009, 409, { fields: [{ path: 'name', code: 'taken', params: {} }] }),
      );
    open(notes({ create }), '/notes/new');
    const name = await screen.findByRole('textbox', { name: /업체명/ });
    await userEvent.type(name, '한빛');
    await save();
    await waitFor(() => {
      expect(name).toBeInvalid();
    });
    // The check of the field that was left comes after the answer.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(name).toBeInvalid();
  });

  it('asks before it is left with changes, and not without', async () => {
    const { router } = open(notes(), '/notes/1/edit');
    const name = await screen.findByRole('textbox', { name: /업체명/ });
    await userEvent.type(name, '!');
    await userEvent.click(screen.getByRole('button', { name: '취소' }));
    const question = await screen.findByText('저장하지 않은 내용이 있습니다');
    expect(router.state.location.pathname).toBe('/notes/1/edit');
    await userEvent.click(screen.getByRole('button', { name: '계속 작성' }));
    await waitFor(() => {
      expect(question).not.toBeVisible();
    });
    // Back to the original value: a form is dirty by comparison, not because it was touched.
    await userEvent.type(name, '{Backspace}');
    await userEvent.click(screen.getByRole('button', { name: '취소' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/notes');
    });
  });

  describe('overtaken by somebody else', () => {
    /** Another user saves a record while the form is open; then this form saves. */
    function overtaken(...theirs: Partial<Note>[]) {
      let standing = note(1, { memo: '메모' });
      const update = vi.fn((_: number, { version, ...values }: FormValues) => {
        const next = theirs.shift();
        if (next) {
          standing = { ...standing, ...next, version: (standing.version ?? 0) + 1 };
        }
        if (version !== standing.version) return Promise.reject(refusal(10008, 409));
        standing = { ...standing, ...values };
        return Promise.resolve(standing);
      });
      const revisions = () => {
        const change = { field: 'name', before: null, after: null };
        const revision = (accountName: string, changes: (typeof change)[]) => ({
          revisionId: 1,
          action: 'UPDATE' as const,
          createdAt: '2026-11-20T01:00:00Z',
          accountName,
          changes,
          canUndo: false,
        });
        return Promise.resolve(pageOf([revision('홍길동', [change]), revision('임꺽정', [])]));
      };
      const { router } = open(
        notes({ get: () => Promise.resolve(standing), update, revisions }),
        '/notes/1/edit',
      );
      return { update, router };
    }
    const saveMerged = () =>
      userEvent.click(screen.getByRole('button', { name: '합친 내용 저장' }));

    it('shows both side by side, merges what one has changed, and asks which value stays', async () => {
      const { update, router } = overtaken({ name: '남의 이름' });
      await userEvent.type(await screen.findByRole('textbox', { name: /업체명/ }), '!');
      await userEvent.type(screen.getByRole('textbox', { name: /메모/ }), '!');
      await save();
      const heading = await screen.findByRole('heading', { name: '다른 사람이 먼저 저장했습니다' });
      await waitFor(() => {
        expect(heading).toHaveFocus();
      });
      const name = screen.getByRole('radiogroup', { name: '업체명' });
      expect(name).toHaveAccessibleDescription(/변경 전 · 기록 1/);
      const theirs = within(name).getByRole('radio', { name: '저장된 값' });
      expect(theirs).toHaveAccessibleDescription(/남의 이름.*홍길동 · 2026/s);
      expect(
        within(name).getByRole('radio', { name: '내가 입력한 값' }),
      ).toHaveAccessibleDescription('기록 1!');
      expect(screen.getByRole('group', { name: '메모' })).toHaveTextContent(/메모!저장할 값/);
      expect(screen.queryByRole('textbox', { name: /메모/ })).toBeNull();
      // No value is preselected.
      await saveMerged();
      expect(await screen.findByText('저장할 값을 선택해주세요.')).toBeVisible();
      await waitFor(() => {
        expect(theirs).toHaveFocus();
      });
      expect(update).toHaveBeenCalledTimes(1);
      await userEvent.keyboard(' ');
      await saveMerged();
      await waitFor(() => {
        expect(router.state.location.pathname).toBe('/notes');
      });
      expect(update.mock.calls[0]).toMatchObject([1, { name: '기록 1!', version: 3 }]);
      expect(update.mock.calls[1]).toMatchObject([
        1,
        { name: '남의 이름', memo: '메모!', version: 4 },
      ]);
    });

    it('is shown again when it happens again, against what was merged', async () => {
      const { update, router } = overtaken({ name: '남의 이름' }, { memo: '남의 메모' });
      await userEvent.type(await screen.findByRole('textbox', { name: /업체명/ }), '!');
      await save();
      await userEvent.click(await screen.findByRole('radio', { name: '내가 입력한 값' }));
      await saveMerged();
      const memo = await screen.findByRole('group', { name: '메모' });
      expect(memo).toHaveTextContent(/남의 메모/);
      // The name was resolved before, and nobody has changed it since.
      expect(screen.queryByRole('radiogroup')).toBeNull();
      await saveMerged();
      await waitFor(() => {
        expect(router.state.location.pathname).toBe('/notes');
      });
      expect(update.mock.calls[2]).toMatchObject([
        1,
        { name: '기록 1!', memo: '남의 메모', version: 5 },
      ]);
    });

    it('goes on in the form with what was merged', async () => {
      const { update } = overtaken({ memo: '남의 메모' });
      await userEvent.type(await screen.findByRole('textbox', { name: /업체명/ }), '!');
      await save();
      await userEvent.click(await screen.findByRole('button', { name: '계속 수정' }));
      const name = await screen.findByRole('textbox', { name: /업체명/ });
      await waitFor(() => {
        expect(name).toHaveFocus();
      });
      expect(screen.getByRole('textbox', { name: /메모/ })).toHaveValue('남의 메모');
      await userEvent.type(screen.getByRole('textbox', { name: /업체명/ }), '!');
      await save();
      await waitFor(() => {
        expect(update.mock.calls[1]).toMatchObject([
          1,
          { name: '기록 1!!', memo: '남의 메모', version: 4 },
        ]);
      });
    });

    it('says what is wrong with what was merged at its field', async () => {
      overtaken({ name: '' });
      await userEvent.type(await screen.findByRole('textbox', { name: /업체명/ }), '!');
      await save();
      await userEvent.click(await screen.findByRole('radio', { name: '저장된 값' }));
      await saveMerged();
      const name = await screen.findByRole('textbox', { name: /업체명/ });
      await waitFor(() => {
        expect(name).toHaveFocus();
      });
      expect(name).toBeInvalid();
    });

    it('has nothing to ask where both have entered the same', async () => {
      const { update, router } = overtaken({ name: '기록 1!' });
      await userEvent.type(await screen.findByRole('textbox', { name: /업체명/ }), '!');
      await save();
      await waitFor(() => {
        expect(router.state.location.pathname).toBe('/notes');
      });
      expect(update).toHaveBeenCalledTimes(1);
    });

    it('says when there is nothing any more', async () => {
      let isGone = false;
      const update = () => {
        isGone = true;
        return Promise.reject(refusal(10008, 409));
      };
      const get = () => (isGone ? Promise.reject(refusal(10005, 404)) : Promise.resolve(note(1)));
      open(notes({ get, update }), '/notes/1/edit');
      await userEvent.type(await screen.findByRole('textbox', { name: /업체명/ }), '!');
      await save();
      expect(await screen.findByText('자료를 찾을 수 없습니다')).toBeVisible();
    });
  });
});

describe('a detail', () => {
  it('shows the record, and its changes field by field', async () => {
    const revision = {
      revisionId: 5,
      action: 'UPDATE' as const,
      createdAt: '2026-11-20T01:00:00Z',
      accountName: '홍길동',
      changes: [{ field: 'memo', before: '전', after: '후' }],
      canUndo: false,
    };
    open(notes({ revisions: () => Promise.resolve(pageOf([revision])) }), '/notes/1');
    const dialog = await screen.findByRole('dialog', { name: '기록 1' });
    await userEvent.click(screen.getByRole('tab', { name: '변경 이력' }));
    const row = await within(dialog).findByRole('row', { name: /메모/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['전', '후']);
    expect(screen.getByText('홍길동')).toBeVisible();
  });

  it('of a record that is gone says so', async () => {
    open(notes({ get: () => Promise.reject(refusal(10005, 404)) }), '/notes/1');
    expect(await screen.findByText('자료를 찾을 수 없습니다')).toBeVisible();
  });
});

// Tests that an abandoned form resumes from its draft until it is saved or discarded.
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { textKind } from '~/kernel/field/text-kind';
import type { FormValues, Resource, ResourceRecord } from '~/kernel/resource/definition';
import { Component as CreateDialog } from '~/kernel/resource/create-dialog';
import { Component as EditDialog } from '~/kernel/resource/edit-dialog';
import { pageOf, refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { useSetAtom } from 'jotai';
import { Outlet } from 'react-router';
import { resumeAtom } from '~/kernel/session/session';
import { checkSession } from '~/kernel/session/session-check';
import { dropDraftsOf } from './kept';

vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: true, update: true, delete: true }),
}));
let authority = 'ADMIN';
vi.mock('~/domain/session', async (original) => ({
  ...(await original<object>()),
  authority: () => authority,
}));
let accountId = 7;
vi.mock('~/kernel/session/account', async (original) => ({
  ...(await original<object>()),
  knownMe: () => ({ accountId, draftKey: 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE' }),
}));

interface Note extends ResourceRecord {
  id: number;
  name: string;
  memo: string | null;
}

const permit = { allowed: true, reason: null };
const stored: Note = {
  id: 1,
  name: '한빛',
  memo: '메모',
  version: 3,
  can: { update: permit, delete: permit },
};

const update = vi.fn<(id: number, values: FormValues) => Promise<Note>>();
const create = vi.fn<(values: FormValues, idempotencyKey?: string) => Promise<Note>>();
let note = stored;

const notes: Resource<Note> = {
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
  fields: [
    { name: 'name', label: 'company.name', kind: textKind, form: 'always' },
    { name: 'memo', label: 'company.memo', kind: textKind, form: 'always' },
  ],
  api: {
    list: () => Promise.resolve(pageOf([note])),
    get: () => Promise.resolve(note),
    create,
    update,
  },
};

function open(address: string) {
  return renderRoutes(
    [
      {
        path: '/notes',
        element: <Outlet context={notes} />,
        children: [
          { path: 'new', Component: CreateDialog },
          { path: ':id/edit', Component: EditDialog },
        ],
      },
    ],
    address,
  );
}

const kept = () => Object.keys(localStorage).filter((name) => name.startsWith('uno-draft:'));
const name = () => screen.findByLabelText(/^업체명/);
const notice = () => screen.findByText(/에 작성하던 내용을 불러왔습니다$/);

/** Types and then unmounts without cleanup, like a tab that crashes. */
async function write(address: string, text: string) {
  const view = open(address);
  await userEvent.clear(await name());
  await userEvent.type(await name(), text);
  await waitFor(() => {
    expect(kept()).toHaveLength(1);
  });
  view.unmount();
}

beforeEach(() => {
  authority = 'ADMIN';
  accountId = 7;
  note = stored;
  create.mockReset().mockResolvedValue(stored);
  update.mockReset().mockResolvedValue(stored);
});

afterEach(() => {
  Reflect.deleteProperty(window, 'requestIdleCallback');
  Reflect.deleteProperty(window, 'cancelIdleCallback');
});

describe('a form', () => {
  it('goes on with what was left in it, and says so', async () => {
    await write('/notes/1/edit', '새빛');
    open('/notes/1/edit');
    expect(await notice()).toBeVisible();
    expect(await name()).toHaveValue('새빛');
    expect(screen.getByLabelText('메모')).toHaveValue('메모');
    await userEvent.click(screen.getByRole('button', { name: '저장' }));
    await waitFor(() => {
      expect(update.mock.calls[0]?.[1]).toEqual({
        name: '새빛',
        memo: '메모',
        type: 'VENDOR',
        version: 3,
      });
    });
    expect(kept()).toEqual([]);
  });

  it('is sent under one key until it is refused, also when its answer is lost and the page is loaded again', async () => {
    const save = () => userEvent.click(screen.getByRole('button', { name: '저장' }));
    const keyOf = (sent: number) => create.mock.calls[sent]?.[1];
    create.mockRejectedValueOnce(refusal(0, 0)).mockRejectedValueOnce(refusal(10012, 503));
    const view = open('/notes/new');
    await userEvent.type(await name(), '새빛');
    await save();
    expect(await screen.findByRole('alert')).toBeVisible();
    await waitFor(() => {
      expect(kept()).toHaveLength(1);
    });
    view.unmount();
    const again = open('/notes/new');
    await notice();
    await userEvent.type(await name(), '나');
    await save();
    await waitFor(() => {
      expect(create).toHaveBeenCalledTimes(2);
    });
    expect(keyOf(0)).toMatch(/^\S+$/);
    expect(keyOf(1), 'what was changed in between is no other request').toBe(keyOf(0));
    create.mockRejectedValueOnce(refusal(10002, 422));
    await save();
    await waitFor(() => {
      expect(create).toHaveBeenCalledTimes(3);
    });
    expect(keyOf(2)).toBe(keyOf(0));
    await save();
    await waitFor(() => {
      expect(kept()).toEqual([]);
    });
    expect(keyOf(3), 'nothing was made under the refused one').not.toBe(keyOf(0));
    again.unmount();
    open('/notes/new');
    await userEvent.type(await name(), '새빛');
    await save();
    await waitFor(() => {
      expect(create).toHaveBeenCalledTimes(5);
    });
    expect(new Set(create.mock.calls.map(([, key]) => key)).size).toBe(3);
  });

  it('begins anew when that is given up', async () => {
    await write('/notes/1/edit', '새빛');
    open('/notes/1/edit');
    await notice();
    await userEvent.click(screen.getByRole('button', { name: '버리기' }));
    expect(await name()).toHaveValue('한빛');
    expect(screen.queryByText(/작성하던 내용/)).toBeNull();
    expect(kept()).toEqual([]);
  });

  it('keeps nothing of what was never entered, or taken back', async () => {
    open('/notes/new');
    await userEvent.type(await name(), '가');
    await waitFor(() => {
      expect(kept()).toHaveLength(1);
    });
    await userEvent.clear(await name());
    await waitFor(() => {
      expect(kept()).toEqual([]);
    });
  });

  it('is kept when the page rests, and before that when it is hidden', async () => {
    const rest = vi.fn<(work: () => void) => number>(() => 5);
    const noRest = vi.fn();
    Object.assign(window, { requestIdleCallback: rest, cancelIdleCallback: noRest });
    open('/notes/new');
    await userEvent.type(await name(), '가');
    await waitFor(() => {
      expect(rest).toHaveBeenCalledOnce();
    });
    expect(kept(), 'whoever types is not slowed').toEqual([]);
    await userEvent.type(await name(), '나');
    expect(noRest).toHaveBeenCalledWith(5);
    await waitFor(() => {
      expect(rest).toHaveBeenCalledTimes(2);
    });
    rest.mock.lastCall?.[0]();
    await waitFor(() => {
      expect(kept()).toHaveLength(1);
    });
    localStorage.clear();
    await userEvent.type(await name(), '다');
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => {
      expect(kept()).toHaveLength(1);
    });
  });

  describe('of whoever has signed out', () => {
    /** Signs out, as in this tab or in another, while the form is still mounted in this one. */
    const signOut = () => {
      authority = 'ANONYMOUS';
      dropDraftsOf(accountId);
    };

    it('is not written by what waits for the page to rest or to be hidden', async () => {
      const rest = vi.fn<(work: () => void) => number>(() => 5);
      Object.assign(window, { requestIdleCallback: rest, cancelIdleCallback: vi.fn() });
      const close = vi.spyOn(crypto.subtle, 'importKey');
      open('/notes/new');
      await userEvent.type(await name(), '가');
      await waitFor(() => {
        expect(rest).toHaveBeenCalledOnce();
      });
      signOut();
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      document.dispatchEvent(new Event('visibilitychange'));
      rest.mock.lastCall?.[0]();
      expect(close).not.toHaveBeenCalled();
      expect(kept()).toEqual([]);
      expect(await name(), 'what is on the page stays').toHaveValue('가');
    });

    it('is not written by what was being closed meanwhile', async () => {
      let closed: () => void = vi.fn();
      const closing = new Promise<void>((resolve) => {
        closed = resolve;
      });
      const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
      const close = vi
        .spyOn(crypto.subtle, 'encrypt')
        .mockImplementation((...parts) => closing.then(() => encrypt(...parts)));
      open('/notes/new');
      await userEvent.type(await name(), '가');
      await waitFor(() => {
        expect(close).toHaveBeenCalledOnce();
      });
      signOut();
      closed();
      await close.mock.results[0]?.value;
      // A little longer than writing a draft takes.
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(kept()).toEqual([]);
    });
  });

  describe('whose session has ended', () => {
    let resume: () => void;
    function Resume() {
      resume = useSetAtom(resumeAtom);
      return null;
    }

    /** Types between the end of the session and its detection. */
    async function typeTooLate() {
      renderRoutes(
        [
          {
            path: '/notes/new',
            element: (
              <>
                <Resume />
                <Outlet context={notes} />
              </>
            ),
            children: [{ index: true, Component: CreateDialog }],
          },
        ],
        '/notes/new',
      );
      await userEvent.type(await name(), '새');
      await waitFor(() => {
        expect(kept()).toHaveLength(1);
      });
      localStorage.clear();
      authority = 'ANONYMOUS';
      await userEvent.type(await name(), '빛');
      // Longer than the debounce.
      await new Promise((resolve) => setTimeout(resolve, 500));
      act(checkSession);
      expect(kept()).toEqual([]);
    }

    it('is kept when its person is back, and not before it is seen who that is', async () => {
      await typeTooLate();
      authority = 'ADMIN';
      act(checkSession);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(kept(), 'somebody is signed in').toEqual([]);
      act(resume);
      await waitFor(() => {
        expect(kept()).toHaveLength(1);
      });
      open('/notes/new');
      expect(await notice()).toBeVisible();
      const [, again] = await screen.findAllByLabelText(/^업체명/);
      expect(again).toHaveValue('새빛');
    });

    it('is never kept while nobody is signed in', async () => {
      await typeTooLate();
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      act(() => {
        document.dispatchEvent(new Event('visibilitychange'));
      });
      act(checkSession);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(kept()).toEqual([]);
    });
  });

  it('is not given to another account, nor to another record', async () => {
    await write('/notes/1/edit', '새빛');
    open('/notes/2/edit').unmount();
    accountId = 8;
    open('/notes/1/edit');
    expect(await name()).toHaveValue('한빛');
    expect(screen.queryByText(/작성하던 내용/)).toBeNull();
    expect(kept()).toHaveLength(1);
  });

  it('is gone when somebody leaves it although that is asked', async () => {
    await write('/notes/new', '새빛');
    const { router } = open('/notes/new');
    await notice();
    await act(() => router.navigate('/notes'));
    await userEvent.click(await screen.findByRole('button', { name: '나가기' }));
    await waitFor(() => {
      expect(kept()).toEqual([]);
    });
    expect(router.state.location.pathname).toBe('/notes');
  });

  it('shows both side by side where somebody else has saved meanwhile', async () => {
    await write('/notes/1/edit', '새빛');
    note = { ...stored, name: '큰빛', version: 4 };
    update.mockRejectedValueOnce(refusal(10008, 409));
    open('/notes/1/edit');
    await notice();
    expect(screen.getByText(/^그 뒤에 다른 사람이 먼저 저장했습니다/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '저장' }));
    expect(
      await screen.findByRole('heading', { name: '다른 사람이 먼저 저장했습니다' }),
    ).toBeVisible();
    expect(update.mock.calls[0]?.[1].version).toBe(3);
    expect(screen.getByText('큰빛')).toBeVisible();
    expect(kept(), 'it is not saved yet').toHaveLength(1);
  });

  it('does not go on with a draft of a form with other fields', async () => {
    await write('/notes/1/edit', '새빛');
    const [, memo] = notes.fields;
    vi.spyOn(notes, 'fields', 'get').mockReturnValue(memo ? [memo] : []);
    open('/notes/1/edit');
    expect(await screen.findByLabelText('메모')).toHaveValue('메모');
    expect(screen.queryByText(/작성하던 내용/)).toBeNull();
  });

  it('of a new record goes on only where it was opened with the same', async () => {
    const [first, ...others] = notes.fields;
    const fromFilter = { ...first, kind: { ...textKind, toQuery: ([text]: string[]) => text } };
    vi.spyOn(notes, 'fields', 'get').mockReturnValue([
      { ...fromFilter, name: 'name', label: 'company.name', fromFilter: true },
      ...others,
    ]);
    const memo = () => screen.findByLabelText('메모');
    const view = open('/notes/new?name=one');
    await userEvent.type(await memo(), '하나의 메모');
    await waitFor(() => {
      expect(kept()).toHaveLength(1);
    });
    view.unmount();
    const other = open('/notes/new?name=other');
    expect(await memo()).toHaveValue('');
    expect(await name()).toHaveValue('other');
    expect(screen.queryByText(/작성하던 내용/)).toBeNull();
    other.unmount();
    open('/notes/new?name=one');
    expect(await notice()).toBeVisible();
    expect(await memo()).toHaveValue('하나의 메모');
  });
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FormValues, Resource, ResourceRecord } from '~/kernel/resource/definition';
import { daysBefore, today } from '~/domain/time';
import { Component as CreateDialog } from '~/kernel/resource/create-dialog';
import { ResourceList } from '~/kernel/resource/resource-list';
import { pageOf } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { birthDateKind, dateTimeKind } from './date-kind';
import { textKind } from './text-kind';

vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: true, update: true, delete: true }),
}));

let inSeoul: string | undefined;
vi.mock('~/domain/time', async (original) => {
  const real = await original<{ today: () => string }>();
  return { ...real, today: () => inSeoul ?? real.today() };
});
afterEach(() => {
  inSeoul = undefined;
});

interface Person extends ResourceRecord {
  id: number;
  name: string;
}

const FORMATS = /1990-01-02, 1990\.1\.2, 1990\/1\/2, 19900102, 1990년 1월 2일/;

function open(address: string) {
  const create = vi.fn((_: FormValues) => Promise.resolve({ id: 1, name: '김하나' }));
  const list = vi.fn<Resource<Person>['api']['list']>(() =>
    Promise.resolve(pageOf([{ id: 1, name: '김하나' }])),
  );
  const people: Resource<Person> = {
    key: 'people',
    path: '/people',
    title: 'member.title',
    texts: { create: 'member.create', edit: 'member.edit', remove: 'member.remove' },
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    form: 'MemberSave',
    filterForm: 'MemberFilter',
    fixedValues: { companyId: 1, sex: 'FEMALE', name: '김하나', memberNo: 'M-1' },
    fields: [
      {
        name: 'name',
        label: 'member.name',
        kind: textKind,
        column: { width: 100 },
        filter: ['name'],
      },
      {
        name: 'birthDate',
        label: 'member.birthDate',
        kind: birthDateKind,
        filter: ['birthDate'],
        form: 'always',
      },
      {
        name: 'createdAt',
        label: 'member.createdAt',
        kind: dateTimeKind,
        filter: ['startCreatedAt', 'endCreatedAt'],
      },
    ],
    api: { list, create },
  };
  const { router } = renderRoutes(
    [
      {
        path: '/people',
        element: <ResourceList resource={people} />,
        children: [{ path: 'new', Component: CreateDialog }],
      },
    ],
    address,
  );
  return { create, list, router };
}

describe('a day in a form', () => {
  const form = async () => within(await screen.findByRole('dialog'));
  const field = async () => (await form()).getByRole('textbox', { name: '생년월일' });
  const save = async () => userEvent.click((await form()).getByRole('button', { name: '저장' }));

  it.each([
    ['1990-1-2', '1990-01-02'],
    ['1990. 1. 2.', '1990-01-02'],
    ['19900102', '1990-01-02'],
    ['1988년 7월 6일', '1988-07-06'],
    ['１９９０．１．２', '1990-01-02'],
  ])('typed as %s is %s, and shown so once the field is left', async (text, day) => {
    const { create } = open('/people/new');
    await userEvent.type(await field(), text);
    expect(await field()).toHaveValue(text);
    await userEvent.tab();
    expect(await field()).toHaveValue(day);
    await save();
    await waitFor(() => {
      expect(create.mock.calls[0]?.[0]).toMatchObject({ birthDate: day });
    });
  });

  it.each(['880706', '90-1-2', '1990.1', '어제'])(
    'typed as %s stays as it is, names the ways to write one, and cannot be saved',
    async (text) => {
      const { create } = open('/people/new');
      await userEvent.type(await field(), text);
      await userEvent.tab();
      expect(await field()).toHaveValue(text);
      expect(await field()).toHaveAccessibleDescription(FORMATS);
      await save();
      await waitFor(async () => {
        expect(await field()).toHaveFocus();
      });
      expect(await field()).toHaveValue(text);
      expect(create).not.toHaveBeenCalled();
    },
  );

  it('that no calendar has is told so, also by Enter', async () => {
    const { create } = open('/people/new');
    await userEvent.type(await field(), '1990-02-31{Enter}');
    expect(await field()).toHaveValue('1990-02-31');
    expect(await field()).toHaveAccessibleDescription(/달력에 없는 날짜/);
    expect(create).not.toHaveBeenCalled();
  });

  it('is read when it is pasted', async () => {
    open('/people/new');
    await userEvent.click(await field());
    await userEvent.paste('1990. 1. 2.');
    await userEvent.tab();
    expect(await field()).toHaveValue('1990-01-02');
  });

  it('is picked from the calendar, over what could not be read', async () => {
    const { create } = open('/people/new');
    await userEvent.type(await field(), '1990-02');
    await userEvent.clear(await field());
    await userEvent.type(await field(), '1990-02-01');
    const calendar = await screen.findByRole('region', { name: '달력' });
    fireEvent.click(within(calendar).getByRole('button', { name: /14/ }));
    expect(await field()).toHaveValue('1990-02-14');
    await save();
    await waitFor(() => {
      expect(create.mock.calls[0]?.[0]).toMatchObject({ birthDate: '1990-02-14' });
    });
  });

  it('keeps the focus when it is chosen by keys, and Escape closes the calendar alone', async () => {
    const { router } = open('/people/new');
    await userEvent.type(await field(), '{ArrowDown}');
    expect(await screen.findByRole('region', { name: '달력' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('region', { name: '달력' })).toBeNull();
    });
    expect(router.state.location.pathname).toBe('/people/new');
    expect(await field()).toHaveFocus();
  });
});

describe('a day in a filter', () => {
  const field = () => screen.findByRole('textbox', { name: '생년월일' });

  it('is searched for once it is read', async () => {
    const { router } = open('/people');
    await userEvent.type(await field(), '1990년 1월 2일');
    await waitFor(() => {
      expect(router.state.location.search).toBe('?birthDate=1990-01-02');
    });
  });

  it('that cannot be read stays, with its error, and shows no list', async () => {
    const { list } = open('/people');
    await screen.findByText('김하나');
    await userEvent.type(await field(), '1992-13-45');
    await userEvent.tab();
    expect(await screen.findByText('검색 조건을 확인해주세요')).toBeVisible();
    expect(await field()).toHaveValue('1992-13-45');
    expect(await field()).toHaveAccessibleDescription(/달력에 없는 날짜/);
    expect(screen.queryByText('김하나')).toBeNull();
    expect(list).toHaveBeenCalledTimes(1);
  });

  it('is cleared, with the focus in its field', async () => {
    const { router } = open('/people?birthDate=1990-01-02');
    const [clear] = await screen.findAllByRole('button', { name: '지우기' });
    if (clear) fireEvent.click(clear);
    expect(await field()).toHaveFocus();
    expect(await field()).toHaveValue('');
    await waitFor(() => {
      expect(router.state.location.search).toBe('');
    });
  });

  it('of a period that no calendar has is shown as the address says it', async () => {
    open('/people?startCreatedAt=2026-02-31&endCreatedAt=2026-03-01');
    const period = await screen.findByRole('button', { name: /등록일/ });
    expect(period).toHaveTextContent('2026-02-31 ~ 2026-03-01');
    expect(screen.getByText(/달력에 없는 날짜/)).toBeVisible();
  });
});

describe('a period in a filter', () => {
  const period = () => screen.findByRole('button', { name: /등록일/ });
  const search = (router: ReturnType<typeof open>['router']) =>
    Object.fromEntries(new URLSearchParams(router.state.location.search));
  const back = (days: number) => daysBefore(today(), days);

  it('that is offered is told by today, by the keyboard too, and says its name', async () => {
    const { router, list } = open('/people');
    (await period()).focus();
    await userEvent.keyboard('{Enter}');
    const offered = await screen.findByRole('button', { name: '최근 7일' });
    offered.focus();
    await userEvent.keyboard('{Enter}');
    expect(search(router)).toEqual({ startCreatedAt: 'today-6', endCreatedAt: 'today' });
    expect(await period()).toHaveTextContent('최근 7일');
    await waitFor(() => {
      expect(list.mock.lastCall?.[0]).toMatchObject({
        startCreatedAt: back(6),
        endCreatedAt: back(0),
      });
    });
  });

  it('is picked first from the month of today in Seoul, whichever the browser has', async () => {
    inSeoul = '2031-03-01';
    open('/people');
    fireEvent.click(await period());
    expect(await screen.findByRole('button', { name: '2031년 3월' })).toBeVisible();
    expect(screen.getByRole('button', { current: 'date' })).toHaveTextContent(/^1$/);
  });

  it('that is picked from the calendar is of these days, also where it could have been offered', async () => {
    const { router } = open(`/people?startCreatedAt=${back(0)}`);
    fireEvent.click(await period());
    const days = await screen.findAllByRole('button', { name: /\d/ });
    const [day] = days.filter((one) => one.getAttribute('data-selected') === 'true');
    if (day) fireEvent.click(day);
    await waitFor(() => {
      expect(search(router)).toEqual({ startCreatedAt: back(0), endCreatedAt: back(0) });
    });
    expect(await period()).toHaveTextContent(`${back(0)} ~ ${back(0)}`);
  });
});

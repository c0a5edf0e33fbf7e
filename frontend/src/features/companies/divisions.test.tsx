import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { FakeServer, pageOf, refusal } from '~/kernel/testing/fake-server';
import { MEMBERS_PATH } from '~/kernel/screen/known-paths';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { CompanyDivisions } from './company-divisions';
import { companies } from './company-resource';
import { Component as DivisionDialog } from './division-dialog';
import { branchOf, lastPlace, levelOf, membersOf, moveTo, type Division } from './divisions';
import { Component as DivisionBin } from './division-bin-dialog';
import '~/kernel/testing/unmeasured';
// Imported up front, so that no test waits for it.
import './division-tree';
import { Outlet } from 'react-router';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: true, update: true, delete: true }),
}));

const yes = { allowed: true, reason: null };

function division(
  divisionId: number,
  name: string,
  parentDivisionId: number | null,
  position: number,
  memberCount = 0,
): Division {
  const isUsed = memberCount > 0;
  return {
    divisionId,
    companyId: 3,
    parentDivisionId,
    name,
    position,
    memberCount,
    createdAt: '2026-01-02T00:00:00Z',
    updatedAt: '2026-01-02T00:00:00Z',
    version: 4,
    can: { update: yes, delete: isUsed ? { allowed: false, reason: 'divisionUsed' } : yes },
  };
}

const HEAD = division(1, '본부', null, 10);
const TEAM = division(2, '인사팀', 1, 10, 7);
const LAB = division(3, '연구소', null, 20);
const PLANT = division(4, '공장', null, 30);
const ALL = [HEAD, TEAM, LAB, PLANT];

describe('the tree of departments', () => {
  it('says how deep one stands and what is below it', () => {
    expect([HEAD, TEAM].map((one) => levelOf(ALL, one))).toEqual([1, 2]);
    expect([...branchOf(ALL, 1)]).toEqual([1, 2]);
    expect([...branchOf(ALL, 3)]).toEqual([3]);
    expect([membersOf(ALL, 1), membersOf(ALL, 3)]).toEqual([7, 0]);
  });

  it('has a place for one that is moved, but none below itself', () => {
    expect(moveTo(ALL, 4, { key: 3, how: 'before' })).toEqual({
      parentDivisionId: null,
      position: 15,
      version: 4,
    });
    expect(moveTo(ALL, 4, { key: 1, how: 'on' })).toMatchObject({ parentDivisionId: 1 });
    expect(moveTo(ALL, 2, { key: 4, how: 'after' })).toMatchObject({ parentDivisionId: null });
    expect(moveTo(ALL, 1, { key: 2, how: 'on' })).toBeUndefined();
    expect(lastPlace(ALL, null)).toBeGreaterThan(30);
    expect(lastPlace(ALL, 3)).toBeGreaterThan(0);
  });
});

describe('the departments of a company', () => {
  /** A concurrent change by another user. */
  let faster: Division | undefined;
  beforeEach(() => {
    faster = undefined;
    const made: Answer<'CreateDivision'> = LAB;
    server = new FakeServer({
      ListDivisions: () => ALL,
      CreateDivision: () => made,
      UpdateDivision: ({ body }) =>
        faster && body?.version !== faster.version
          ? Promise.reject(refusal(10008, 409))
          : Promise.resolve(made),
      GetDivision: () => faster ?? PLANT,
      ListDivisionRevisions: () => pageOf([]),
      DeleteDivision: () => ({ revisionId: 8 }),
      ListDeletedRecords: () => pageOf([]),
    });
  });

  function open(search = '') {
    return renderRoutes(
      [
        {
          path: '/companies/:id',
          element: (
            <>
              <CompanyDivisions companyId={3} mayAdd canMove mayRemove />
              <Outlet context={companies('RETAILER')} />
            </>
          ),
          children: [
            { path: 'division', Component: DivisionDialog },
            { path: 'deleted-divisions', Component: DivisionBin },
          ],
        },
      ],
      `/companies/3${search}`,
    );
  }

  it('lead to their members and say why one cannot be deleted', async () => {
    open();
    const team = await screen.findByText('인사팀');
    expect(team).toBeVisible();
    // The list of a department includes the members of its subtree.
    const links = screen.getAllByRole('link', { name: '회원 7' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `${MEMBERS_PATH}?divisionIds=1`,
      `${MEMBERS_PATH}?divisionIds=2`,
    ]);
    const remove = screen.getByRole('button', { name: '인사팀 삭제' });
    expect(remove).toHaveAttribute('aria-disabled', 'true');
  });

  it('are moved by keys with the version that was read', async () => {
    open();
    const handle = await screen.findByRole('button', { name: '공장 옮기기' });
    // With a pointer the focus is at the handle; with the keyboard the tree starts at its first
    // row.
    await userEvent.hover(screen.getByRole('button', { name: '공장 삭제' }));
    handle.focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{Enter}');
    await waitFor(() => {
      expect(server.requestsOf('UpdateDivision')[0]).toMatchObject({
        path: { divisionId: 4 },
        body: { version: 4 },
      });
    });
  });

  it('are restored from the bin of their company', async () => {
    open('/deleted-divisions');
    expect(await screen.findByText('휴지통이 비어 있습니다')).toBeVisible();
    expect(server.requestsOf('ListDeletedRecords')[0]?.query).toMatchObject({
      resource: 'division',
      companyId: 3,
    });
  });

  it('are added below another one', async () => {
    open('/division?below=3');
    const dialog = await screen.findByRole('dialog', { name: '부서 추가' });
    await userEvent.type(await within(dialog).findByRole('textbox', { name: /부서명/ }), '분석팀');
    await userEvent.click(within(dialog).getByRole('button', { name: '저장' }));
    expect(await screen.findByText('등록했습니다.')).toBeVisible();
    expect(server.requestsOf('CreateDivision')[0]?.body).toMatchObject({
      companyId: 3,
      name: '분석팀',
      parentDivisionId: 3,
    });
  });

  it('lose no input when they cannot be read again meanwhile', async () => {
    const { queryClient } = open('/division');
    const dialog = within(await screen.findByRole('dialog', { name: '부서 추가' }));
    await userEvent.type(await dialog.findByRole('textbox', { name: /부서명/ }), '분석팀');
    server.refuse('ListDivisions', refusal(10099, 500));
    await act(() => queryClient.invalidateQueries());
    await screen.findAllByRole('button', { name: '다시 시도', hidden: true });
    expect(dialog.getByRole('textbox', { name: /부서명/ })).toHaveValue('분석팀');
  });

  it('cannot be put below themselves', async () => {
    open('/division?division=1');
    const dialog = await screen.findByRole('dialog', { name: '부서 수정' });
    await userEvent.click(await within(dialog).findByRole('combobox', { name: '상위 부서' }));
    const choices = await screen.findAllByRole('option');
    expect(choices.map((choice) => choice.textContent)).toEqual(['연구소', '공장']);
  });

  it('that somebody else has changed meanwhile are told side by side and merged', async () => {
    open('/division?division=4');
    const dialog = await screen.findByRole('dialog', { name: '부서 수정' });
    const name = await within(dialog).findByRole('textbox', { name: /부서명/ });
    await userEvent.clear(name);
    await userEvent.type(name, '2공장');
    faster = { ...PLANT, parentDivisionId: 3, version: 5 };
    await userEvent.click(within(dialog).getByRole('button', { name: '저장' }));
    expect(
      await within(dialog).findByRole('heading', { name: '다른 사람이 먼저 저장했습니다' }),
    ).toBeVisible();
    expect(within(dialog).getByRole('group', { name: '상위 부서' })).toHaveTextContent('연구소');
    expect(within(dialog).getByRole('group', { name: '부서명' })).toHaveTextContent('2공장');
    await userEvent.click(within(dialog).getByRole('button', { name: '합친 내용 저장' }));
    expect(await screen.findByText('저장했습니다.')).toBeVisible();
    expect(server.requestsOf('UpdateDivision').at(-1)?.body).toEqual({ name: '2공장', version: 5 });
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { Component as BinDialog } from '~/kernel/resource/bin-dialog';
import { Component as CreateDialog } from '~/kernel/resource/create-dialog';
import { Component as EditDialog } from '~/kernel/resource/edit-dialog';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import '~/kernel/testing/unmeasured';
import { Component as CodeListPage } from './code-list-page';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: true, update: true, delete: true }),
}));

const CODES = '/system_management/code_management';
const permit = { allowed: true, reason: null };
const CODE: Answer<'GetCode'> = {
  codeId: 3,
  list: 'CONCERN_CATEGORY',
  code: 'SLEEP',
  name: '수면',
  names: [{ language: 'en', name: 'Sleep' }],
  position: 2000,
  isActive: true,
  attributes: [{ name: '부서', value: '상담' }],
  createdAt: '2026-11-01T09:00:00+09:00',
  updatedAt: '2026-11-02T10:00:00+09:00',
  version: 1,
  can: { update: permit, delete: permit },
};

const DELETED: Answer<'ListDeletedRecords'>['data'][number] = {
  revisionId: 7,
  recordId: 3,
  deletedAt: '2026-11-03T10:00:00+09:00',
  accountName: '김관리',
  keptUntil: '2026-12-03T10:00:00+09:00',
  changes: [
    { field: 'name', before: '수면', after: null },
    { field: 'names[en]', before: 'Sleep', after: null },
  ],
};

function open(address: string) {
  server = new FakeServer({
    ListCodes: () => pageOf([CODE]),
    GetCode: () => CODE,
    CreateCode: () => CODE,
    UpdateCode: () => CODE,
    ListDeletedRecords: () => pageOf([DELETED]),
  });
  return renderRoutes(
    [
      {
        path: CODES,
        Component: CodeListPage,
        children: [
          { path: 'new', Component: CreateDialog },
          { path: 'deleted', Component: BinDialog },
          { path: ':id/edit', Component: EditDialog },
        ],
      },
    ],
    address,
  );
}

const save = () => userEvent.click(screen.getByRole('button', { name: '저장' }));

describe('codes', () => {
  it('are listed with their list, name and value', async () => {
    open(CODES);
    const row = await screen.findByRole('row', { name: /SLEEP/ });
    expect(row).toHaveTextContent('고민 분류');
    expect(row).toHaveTextContent('사용 중');
    // The name in the user's language is not labelled as the Korean name.
    expect(screen.getByRole('columnheader', { name: '이름' })).toBeVisible();
    // The name is the link, and the position number is not shown.
    expect(within(row).getByRole('link')).toHaveTextContent('수면');
    expect(row).not.toHaveTextContent('2,000');
  });

  it('say in their form what the number of their place means', async () => {
    open(`${CODES}/new`);
    expect(await screen.findByRole('textbox', { name: '이름(한국어)' })).toBeVisible();
    expect(await screen.findByRole('textbox', { name: '순서' })).toHaveAccessibleDescription(
      /숫자가 작은 코드부터 표시됩니다/,
    );
  });

  it('are changed in everything but what records hold', async () => {
    open(`${CODES}/3/edit`);
    const dialog = await screen.findByRole('dialog', { name: '코드 수정' });
    expect(await within(dialog).findByRole('textbox', { name: '코드 값' })).toBeDisabled();
    await userEvent.type(within(dialog).getByRole('textbox', { name: '日本語' }), '睡眠');
    await userEvent.click(within(dialog).getByRole('button', { name: '부서 삭제' }));
    await save();
    await waitFor(() => {
      expect(server.requestsOf('UpdateCode').map(({ body }) => body)).toMatchObject([
        {
          code: 'SLEEP',
          names: [
            { language: 'en', name: 'Sleep' },
            { language: 'ja', name: '睡眠' },
          ],
          attributes: [],
          version: 1,
        },
      ]);
    });
  });

  it('have their name in the bin', async () => {
    open(`${CODES}/deleted`);
    expect(await screen.findByRole('button', { name: '수면 복원' })).toBeVisible();
  });

  it('are refused with a value that is no code', async () => {
    open(`${CODES}/new`);
    await userEvent.type(await screen.findByRole('textbox', { name: '코드 값' }), 'sleep!');
    await save();
    expect(await screen.findByText(/영문 대문자, 숫자/)).toBeVisible();
    expect(server.requestsOf('CreateCode')).toEqual([]);
  });
});

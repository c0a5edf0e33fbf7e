// Tests the export of a list: the request, its format, language and reason.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { textKind } from '~/kernel/field/text-kind';
import { FakeServer, pageOf, refusal } from '~/kernel/testing/fake-server';
import { jobOf } from '~/kernel/testing/job';
import { renderRoutes } from '~/kernel/testing/render-routes';
import type { Resource, ResourceApi, ResourceRecord } from './definition';
import { ResourceList } from './resource-list';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));

const job = jobOf({
  kind: 'EXPORT',
  list: 'company.vendors',
  state: 'SUCCEEDED',
  fileName: 'companies-2026-11-22.csv',
  companyName: null,
  progress: 1,
  total: 1,
  hasFile: true,
  undoneBy: null,
  imported: null,
  finishedAt: '2026-11-20T00:00:01Z',
});

type Start = NonNullable<ResourceApi<ResourceRecord>['export']>;

function open(
  start: Start | undefined,
  address = '/notes',
  { total = 1, ...parts }: Partial<Resource<ResourceRecord>> & { total?: number } = {},
) {
  const notes: Resource<ResourceRecord> = {
    ...parts,
    key: 'notes',
    path: '/notes',
    title: 'company.vendors',
    idOf: () => 1,
    nameOf: () => '기록',
    filterForm: 'CompanyFilter',
    fixedFilters: { types: ['VENDOR'] },
    fields: [
      {
        name: 'name',
        label: 'company.name',
        kind: textKind,
        column: { width: 100 },
        filter: ['name'],
      },
    ],
    api: {
      list: () => Promise.resolve({ ...pageOf([{ name: '기록' }]), total }),
      ...(start && { export: start }),
    },
  };
  renderRoutes([{ path: '/notes', element: <ResourceList resource={notes} /> }], address);
}

beforeEach(() => {
  server = new FakeServer({ GetJob: () => job, ListJobs: () => pageOf([job]) });
});

describe('the export of a list', () => {
  it('is offered where the list has the call', async () => {
    open(undefined);
    await screen.findByText('기록');
    expect(screen.queryByRole('button', { name: '내보내기' })).toBeNull();
  });

  it('asks for what the list shows, in the language of the reader', async () => {
    const start = vi.fn<Start>(() => Promise.resolve(job));
    open(start, '/notes?name=kim&sort=NAME&page=3');
    await userEvent.click(await screen.findByRole('button', { name: '내보내기' }));
    await userEvent.click(await screen.findByRole('button', { name: 'CSV' }));
    expect(start).toHaveBeenCalledExactlyOnceWith(
      { name: 'kim', types: ['VENDOR'], sort: 'NAME' },
      { format: 'CSV', language: 'ko' },
    );
    expect(await screen.findByText('총판 내보내기')).toBeVisible();
  });

  it('asks for a reason where the server does, and sends it', async () => {
    const missing = { path: 'reason', code: 'required', params: {} };
    const start = vi.fn<Start>((_, { reason }) =>
      reason === '민원'
        ? Promise.resolve(job)
        : Promise.reject(refusal(10002, 422, { fields: [missing] })),
    );
    open(start);
    await userEvent.click(await screen.findByRole('button', { name: '내보내기' }));
    await userEvent.click(await screen.findByRole('button', { name: 'XLSX' }));
    const input = await screen.findByLabelText(/내려받는 사유/);
    await waitFor(() => {
      expect(input).toHaveFocus();
    });
    expect(input, 'asked for the first time').not.toHaveAttribute('aria-invalid', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'XLSX' }));
    expect(input).toHaveAttribute('aria-invalid', 'true');
    expect(start, 'without a reason').toHaveBeenCalledOnce();
    await userEvent.type(input, '민원');
    await userEvent.click(screen.getByRole('button', { name: 'XLSX' }));
    expect(await screen.findByText('총판 내보내기')).toBeVisible();
    expect(start.mock.calls[1]?.[1]).toEqual({ format: 'XLSX', language: 'ko', reason: '민원' });
  });

  it.each([
    ['every file needs one', { exportReason: 'every', total: 1 }, true],
    ['the list tells of many people', { exportReason: 'many', total: 1001 }, true],
    ['the list tells of few people', { exportReason: 'many', total: 1000 }, false],
    ['its rows are no people', { total: 1001 }, false],
  ] as const)('asks for a reason at once where %s: %o', async (_, parts, isAsked) => {
    open(() => Promise.resolve(job), '/notes', parts);
    await screen.findByText('기록');
    await userEvent.click(screen.getByRole('button', { name: '내보내기' }));
    await screen.findByRole('button', { name: 'XLSX' });
    const input = screen.queryByLabelText(/내려받는 사유/);
    expect(input !== null).toBe(isAsked);
    if (isAsked) expect(input).toHaveFocus();
  });
});

import * as core from '@uno/core';
import { beforeEach, expect, it, vi } from 'vitest';
import { call } from './idempotency';

vi.mock('@uno/core', async (original) => ({ ...(await original<object>()), call: vi.fn() }));

const toCore = vi.mocked(core.call as (endpoint: string, request?: object) => Promise<unknown>);
const member = (name: string) => ({ body: { name } }) as unknown as core.RequestOf<'CreateMember'>;
const failure = (status: number, idempotencyKey?: string) =>
  Object.assign(new Error('failed'), { name: 'UnoError', code: 0, status, idempotencyKey });
const create = (name: string) => call('CreateMember', member(name)).catch(() => undefined);
const keys = () =>
  toCore.mock.calls.map(([, request]) => (request as { idempotencyKey?: string }).idempotencyKey);

beforeEach(() => {
  toCore.mockReset().mockResolvedValue({});
});

it('a request whose answer was lost is sent again with its key, until there is an answer', async () => {
  toCore.mockRejectedValueOnce(failure(0, 'k1')).mockRejectedValueOnce(failure(503, 'k1'));
  toCore.mockRejectedValueOnce(failure(401));
  for (let times = 0; times < 5; times += 1) await create('김하나');
  expect(keys()).toEqual([undefined, 'k1', 'k1', 'k1', undefined]);
});

it('another request has a key of its own, and so has one that was refused', async () => {
  toCore.mockRejectedValueOnce(failure(0, 'k2'));
  await create('김두리');
  await create('김세나');
  toCore.mockRejectedValueOnce(failure(422));
  await create('김두리');
  await create('김두리');
  expect(keys()).toEqual([undefined, undefined, 'k2', undefined]);
});

it('the same file is the same request', async () => {
  const upload = (name: string) =>
    call('PreviewMemberImport', {
      path: { companyId: 1 },
      query: { fileName: name, format: 'CSV' },
      body: new File(['1'], name, { lastModified: 7 }),
    }).catch(() => undefined);
  toCore.mockRejectedValueOnce(failure(0, 'k3'));
  await upload('a.csv');
  await upload('b.csv');
  await upload('a.csv');
  expect(keys()).toEqual([undefined, undefined, 'k3']);
});

it('whoever gives a key keeps it', async () => {
  toCore.mockRejectedValueOnce(failure(0, 'own'));
  await call('CreateMember', { ...member('김나라'), idempotencyKey: 'own' }).catch(() => undefined);
  await create('김나라');
  expect(keys()).toEqual(['own', undefined]);
});

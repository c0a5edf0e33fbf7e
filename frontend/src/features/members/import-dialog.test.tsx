import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { FakeServer, refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { Component as ImportDialog } from './import-dialog';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));

const job = (state: Answer<'GetJob'>['state'], counts = {}): Answer<'GetJob'> => ({
  jobId: 4,
  kind: 'MEMBER_IMPORT',
  state,
  fileName: 'people.csv',
  companyName: '가람',
  progress: 3,
  total: 3,
  counts: { created: 0, updated: 0, unchanged: 0, rejected: 0, ...counts },
  failure: null,
  hasFile: state === 'SUCCEEDED',
  createdAt: '2026-11-20T00:00:00Z',
  finishedAt: null,
});

const preview: Answer<'PreviewMemberImport'> = {
  job: job('PREVIEW'),
  columns: ['memberNo', 'sex'],
  ignoredColumns: ['seqn'],
  validRows: 2,
  invalidRows: 1,
  sample: [{ line: 2, values: ['M-1', 'F'] }],
  problems: [
    {
      line: 3,
      violation: { path: 'heightCm', code: 'tooSmall', params: { min: '50' } },
      value: '17',
    },
  ],
};

function open(done: Answer<'GetJob'>) {
  server = new FakeServer({
    ListCompanyOptions: () => [{ companyId: 7, type: 'RETAILER', name: '가람', parentNames: [] }],
    PreviewMemberImport: () => preview,
    StartMemberImport: () => job('QUEUED'),
    GetJob: () => done,
    ListJobs: () => ({ data: [], page: 0, pageSize: 10, total: 0, totalIsExact: true, next: null }),
  });
  renderRoutes([{ path: '/', Component: ImportDialog }]);
}

async function upload() {
  await userEvent.click(await screen.findByRole('combobox', { name: /소속 업체/ }));
  await userEvent.click(await screen.findByRole('option', { name: '가람' }));
  await userEvent.upload(
    screen.getByLabelText('등록할 파일'),
    new File(['memberNo,sex'], 'people.csv'),
  );
  await userEvent.click(screen.getByRole('button', { name: '파일 확인' }));
}

describe('importing members', () => {
  beforeEach(() => {
    open(job('SUCCEEDED', { created: 2, rejected: 1 }));
  });

  it('asks for a company and a file first', async () => {
    await userEvent.click(await screen.findByRole('button', { name: '파일 확인' }));
    expect(screen.getByText('필수 입력 항목입니다.')).toBeVisible();
    expect(screen.getByText('파일을 선택해주세요.')).toBeVisible();
    expect(server.requestsOf('PreviewMemberImport')).toEqual([]);
  });

  it('tells for each bad row its line, its column, its value and why', async () => {
    await upload();
    const problems = await screen.findByRole('region', { name: '제외할 행과 사유' });
    const [, row] = within(problems).getAllByRole('row');
    expect(row).toHaveTextContent('3키(cm)1750 이상이어야 합니다.');
    expect(screen.getByText('사용하지 않는 항목: seqn')).toBeVisible();
    expect(server.requestsOf('PreviewMemberImport')[0]).toMatchObject({
      path: { companyId: 7 },
      query: { fileName: 'people.csv', format: 'CSV' },
    });
  });

  it('says what is wrong with a file that is no table', async () => {
    server.refuse(
      'PreviewMemberImport',
      refusal(10014, 422, {
        fields: [{ path: 'file', code: 'missingColumn', params: { column: 'memberNo' } }],
      }),
    );
    await upload();
    expect(await screen.findByText('필수 열이 없습니다: memberNo')).toBeVisible();
  });

  it('writes nothing before it is started, and ends with what became of the rows', async () => {
    await upload();
    expect(server.requestsOf('StartMemberImport')).toEqual([]);
    await userEvent.click(await screen.findByRole('button', { name: '2행 등록 시작' }));
    expect(await screen.findByText('신규 2 · 변경 0 · 변경 없음 0 · 제외 1')).toBeVisible();
    expect(screen.getByRole('button', { name: '결과 내려받기' })).toBeVisible();
  });
});

describe('importing the same file again', () => {
  it('says that nothing changed', async () => {
    open(job('SUCCEEDED', { unchanged: 2 }));
    await upload();
    await userEvent.click(await screen.findByRole('button', { name: '2행 등록 시작' }));
    expect(
      await screen.findByText('모두 이미 등록된 내용이어서 변경된 행이 없습니다. (2행)'),
    ).toBeVisible();
  });
});

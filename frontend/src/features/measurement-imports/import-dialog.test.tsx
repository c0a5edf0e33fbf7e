import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { FakeServer } from '~/kernel/testing/fake-server';
import { countsOf, jobOf } from '~/kernel/testing/job';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { importOf } from './import-dialog';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));

vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: true, update: true, delete: true }),
}));

const job = (state: Answer<'GetJob'>['state'], counts = {}) =>
  jobOf({
    kind: 'MEASUREMENT_IMPORT',
    state,
    fileName: 'stress.csv',
    progress: 2,
    total: 2,
    counts: countsOf(counts),
    hasFile: state === 'SUCCEEDED',
  });

const preview: Answer<'PreviewMeasurementImport'> = {
  job: job('PREVIEW'),
  source: { encoding: 'UTF_8', delimiter: 'COMMA', sheet: null },
  sheets: [],
  headerLine: 1,
  fileColumns: [
    { index: 0, name: '회원번호', field: 'memberNo', reason: 'NAME', isHidden: false },
    { index: 1, name: '측정일', field: 'measuredAt', reason: 'NAME', isHidden: false },
    { index: 2, name: 'RMSSD', field: 'rmssd', reason: 'NAME', isHidden: false },
    { index: 3, name: '흡연', field: 'smoking', reason: 'NAME', isHidden: false },
  ],
  fields: ['memberNo', 'measuredAt', 'rmssd', 'smoking'],
  missingColumns: [],
  understood: [],
  assumed: [],
  columns: ['memberNo', 'measuredAt', 'rmssd', 'smoking'],
  ignoredColumns: [],
  doubtfulColumns: [],
  validRows: 1,
  knownRows: 0,
  unusualRows: 0,
  unusual: [],
  differingRows: 0,
  invalidRows: 1,
  differences: [],
  sample: [{ line: 2, values: ['M-1', '2026-01-05T09:30+09:00', '35.7', 'NEVER'] }],
  problems: [
    {
      line: 3,
      column: 2,
      violation: { path: 'rmssd', code: 'tooSmall', params: { min: '1' } },
      value: '0',
    },
  ],
};

const ACUITY: Answer<'GetMeasurementImportGuide'>['columns'][number] = {
  field: 'rightPresenting',
  names: ['우안 시력'],
  required: false,
  unit: null,
  min: '0.016',
  max: '2.5',
  words: ['안전수지', 'CF'],
};

function open(
  kind: Parameters<typeof importOf>[0] = 'STRESS',
  found: Partial<typeof preview> = {},
) {
  server = new FakeServer({
    ListCompanyOptions: () => [{ companyId: 7, type: 'RETAILER', name: '가람', parentNames: [] }],
    PreviewMeasurementImport: () => ({ ...preview, ...found }),
    ReviewMeasurementImport: () => ({ ...preview, invalidRows: 0, validRows: 2, problems: [] }),
    StartMeasurementImport: () => job('QUEUED'),
    GetMeasurementImportGuide: () => ({
      columns: kind === 'VISION' ? [ACUITY] : [],
      mostRows: 200000,
      mostBytes: 33554432,
    }),
    DownloadMeasurementImportSample: () => new Blob(['회원번호']),
    GetJob: () => job('SUCCEEDED', { created: 1, unchanged: 1 }),
    ListJobs: () => ({ data: [], page: 0, pageSize: 10, total: 0, totalIsExact: true, next: null }),
  });
  renderRoutes([{ path: '/', Component: importOf(kind, 'stress.title') }]);
}

async function upload(file = new File(['회원번호,측정일'], 'stress.csv')) {
  await userEvent.click(await screen.findByRole('combobox', { name: /소속 업체/ }));
  await userEvent.click(await screen.findByRole('option', { name: '가람' }));
  await userEvent.upload(screen.getByLabelText('등록할 파일'), file);
  await userEvent.click(screen.getByRole('button', { name: '파일 확인' }));
}

describe('importing measurements of a kind', () => {
  it('sends the file for the chosen company and says of which kind it is', async () => {
    open();
    expect(
      await screen.findByRole('dialog', { name: '스트레스 측정 이력: 파일 일괄 등록' }),
    ).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: /일반 회원/ })).toBeNull();
    await upload();
    await vi.waitFor(() => {
      expect(server.requestsOf('PreviewMeasurementImport')[0]).toMatchObject({
        path: { companyId: 7 },
        query: { kind: 'STRESS', fileName: 'stress.csv', format: 'CSV' },
      });
    });
  });

  it.each([
    ['PK\x03\x04', 'stress.csv', 'XLSX'],
    ['PK,회원번호', 'stress.csv', 'CSV'],
    ['회원번호,측정일', 'stress.xlsx', 'CSV'],
  ])('reads %j in a file called %s as %s', async (content, name, format) => {
    open();
    await upload(new File([content], name));
    await vi.waitFor(() => {
      expect(server.requestsOf('PreviewMeasurementImport')[0]?.query).toMatchObject({ format });
    });
  });

  it('says which values rows get that the file does not state', async () => {
    open('PHYSICAL', { assumed: [{ field: 'setting', value: 'CLINIC', rows: 2 }] });
    await upload();
    expect(
      await screen.findByText('파일에 없어 다음과 같이 등록되는 값: 측정 장소 진료실 (2행)'),
    ).toBeVisible();
  });

  it('calls fields and words as the kind does, and shows times as elsewhere', async () => {
    open();
    await upload();
    const sample = await screen.findByRole('region', { name: '등록할 내용 미리 보기' });
    const [head, row] = within(sample).getAllByRole('row');
    expect(head).toHaveTextContent('행회원번호측정일시RMSSD흡연');
    expect(row).toHaveTextContent('2M-12026-01-05 09:3035.7비흡연');
    const problems = screen.getByRole('region', { name: '제외할 행과 사유' });
    expect(within(problems).getAllByRole('row')[1]).toHaveTextContent(
      '3RMSSD01 이상이어야 합니다.',
    );
  });

  it('says of an acuity that cannot be read how one is written, and of any other word what there is', async () => {
    const wrong = (path: string, value: string) => ({
      line: 3,
      column: 2,
      violation: { path, code: 'choice', params: {} },
      value,
    });
    open('VISION', {
      columns: ['memberNo', 'rightPresenting', 'chart'],
      problems: [wrong('rightPresenting', '0.5/0.6'), wrong('chart', '한천식')],
    });
    await upload();
    const problems = await screen.findByRole('region', { name: '제외할 행과 사유' });
    const [, acuity, chart] = within(problems).getAllByRole('row');
    expect(acuity).toHaveTextContent(/우안 .*0\.5\/0\.6.*읽을 수 없는 값입니다\. 소수\(0\.8\)/);
    expect(chart).toHaveTextContent('목록에 있는 값을 선택해주세요.');
  });

  it('says in words where and how blood pressure was measured', async () => {
    open('PHYSICAL', {
      columns: ['memberNo', 'setting', 'arm', 'posture', 'readingNumber'],
      sample: [{ line: 2, values: ['M-1', 'HOME', 'LEFT', 'SITTING', '2'] }],
      problems: [],
    });
    await upload();
    const sample = await screen.findByRole('region', { name: '등록할 내용 미리 보기' });
    const [head, row] = within(sample).getAllByRole('row');
    expect(head).toHaveTextContent('행회원번호측정 장소측정 팔자세측정 회차');
    expect(row).toHaveTextContent('2M-1가정왼팔앉은 자세2');
  });

  it('reads corrected cells once more before it starts, and ends with what became of the rows', async () => {
    open();
    await upload();
    await userEvent.type(await screen.findByRole('textbox', { name: '3행 RMSSD, 고친 값' }), '28');
    expect(screen.getByRole('button', { name: '1행 등록 시작' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: '다시 확인' }));
    await userEvent.click(await screen.findByRole('button', { name: '2행 등록 시작' }));
    expect(server.requestsOf('ReviewMeasurementImport')[0]).toMatchObject({
      path: { jobId: 4 },
      body: { columns: [], corrections: [{ line: 3, column: 2, value: '28' }] },
    });
    expect(server.requestsOf('StartMeasurementImport')[0]).toMatchObject({
      path: { jobId: 4 },
      body: { leaveOut: [] },
    });
    expect(await screen.findByText('신규 1 · 변경 0 · 변경 없음 1 · 제외 0')).toBeVisible();
  });

  it('tells before the start which rows stand already, and what differs from what stands', async () => {
    const differs = (field: string, before: string | null, after: string | null) => ({
      line: 4,
      memberNo: 'M-2',
      field,
      before,
      after,
    });
    open('STRESS', {
      knownRows: 3,
      differingRows: 1,
      differences: [differs('rmssd', '30', '35.7'), differs('smoking', null, 'NEVER')],
    });
    await upload();
    const table = await screen.findByRole('region', { name: '등록된 측정과 값이 다른 행' });
    const [head, rmssd, smoking] = within(table).getAllByRole('row');
    expect(head).toHaveTextContent('행회원번호항목등록된 값파일의 값');
    expect(rmssd).toHaveTextContent('4M-2RMSSD3035.7');
    expect(smoking).toHaveTextContent('4M-2흡연–비흡연');
    expect(screen.getByText('그대로 있는 행').parentElement).toHaveTextContent('3');
    expect(screen.getByText('값이 다른 행').parentElement).toHaveTextContent('1');
    expect(screen.getByText(/1행은 같은 일시에 다른 값의 측정이 이미 있습니다/)).toBeVisible();
    expect(screen.getByText('3행은 같은 측정이 이미 있어 그대로 둡니다.')).toBeVisible();
    expect(screen.getByRole('button', { name: '1행 등록 시작' })).toBeEnabled();
  });

  it('starts nothing where all rows stand already', async () => {
    open('STRESS', { validRows: 0, invalidRows: 0, knownRows: 2, sample: [], problems: [] });
    await upload();
    expect(await screen.findByText('2행은 같은 측정이 이미 있어 그대로 둡니다.')).toBeVisible();
    expect(screen.getByRole('button', { name: '0행 등록 시작' })).toBeDisabled();
    expect(screen.queryByText('값이 다른 행')).toBeNull();
  });

  it('says which column is missing where the others say nothing without it', async () => {
    open('HEART_RATE', { missingColumns: ['context'], validRows: 0, sample: [], problems: [] });
    await upload();
    expect(await screen.findByText('필수 항목을 읽을 열을 선택해주세요: 측정 상태')).toBeVisible();
    expect(screen.getByRole('button', { name: /행 등록 시작$/ })).toBeDisabled();
  });

  it('says what the total of a screening must be, and which list has a wrong entry', async () => {
    const violation = (path: string, code: string, params: Record<string, string>) => ({
      line: 2,
      column: 1,
      value: '4',
      violation: { path, code, params },
    });
    open('DEMENTIA', {
      problems: [
        violation('total', 'sum', { sum: '3' }),
        violation('answers', 'count', { count: '15' }),
        violation('answers[3]', 'tooLarge', { max: '2' }),
      ],
    });
    await upload();
    const problems = await screen.findByRole('region', { name: '제외할 행과 사유' });
    const [, total, answers, answer] = within(problems).getAllByRole('row');
    expect(total).toHaveTextContent('총점4부분 점수의 합(3)과 같아야 합니다.');
    expect(answers).toHaveTextContent('문항별 응답415개여야 합니다.');
    expect(answer).toHaveTextContent('문항별 응답42 이하여야 합니다.');
  });

  it('asks for the columns and the sample file of its kind', async () => {
    open('VISION');
    await userEvent.click(await screen.findByRole('button', { name: '열 이름과 형식' }));
    const notations = await screen.findByText('0.016–2.5, 20/40, 6/12, logMAR 0.3, 안전수지, CF');
    // The guide fades in.
    await waitFor(() => {
      expect(notations).toBeVisible();
    });
    await userEvent.click(screen.getByRole('button', { name: '예시 파일(CSV)' }));
    expect(server.requestsOf('GetMeasurementImportGuide')[0]).toMatchObject({
      query: { kind: 'VISION' },
    });
    expect(server.requestsOf('DownloadMeasurementImportSample')[0]).toMatchObject({
      query: { kind: 'VISION', format: 'CSV' },
    });
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { FakeServer, refusal } from '~/kernel/testing/fake-server';
import { countsOf, jobOf } from '~/kernel/testing/job';
import { FileDrop } from '~/kernel/imports/file-drop';
import { REGULAR_USERS_PATH } from '~/kernel/screen/known-paths';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { Component as ImportDialog } from './import-dialog';

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
    state,
    fileName: 'people.csv',
    progress: 3,
    total: 3,
    counts: countsOf(counts),
    hasFile: state === 'SUCCEEDED',
  });

const preview: Answer<'PreviewMemberImport'> = {
  job: job('PREVIEW'),
  source: { encoding: 'CP949', delimiter: 'COMMA', sheet: null },
  sheets: [],
  headerLine: 1,
  fileColumns: [
    { index: 0, name: '회원번호', field: 'memberNo', reason: 'NAME', isHidden: false },
    { index: 1, name: '성별', field: 'sex', reason: 'NAME', isHidden: false },
    { index: 2, name: '키', field: 'heightCm', reason: 'REMEMBERED', isHidden: false },
    { index: 3, name: '비고', field: null, reason: 'UNKNOWN', isHidden: false },
  ],
  fields: ['memberNo', 'sex', 'heightCm', 'weightKg'],
  missingColumns: [],
  understood: [],
  assumed: [],
  columns: ['memberNo', 'sex'],
  ignoredColumns: ['seqn'],
  doubtfulColumns: [],
  validRows: 2,
  invalidRows: 1,
  changedRows: 0,
  unusualRows: 0,
  unusual: [],
  newUsers: null,
  linkedMembers: null,
  changes: [],
  sample: [{ line: 2, values: ['M-1', 'FEMALE'] }],
  problems: [
    {
      line: 3,
      column: 2,
      violation: { path: 'heightCm', code: 'tooSmall', params: { min: '50' } },
      value: '17',
    },
  ],
};

const guide: Answer<'GetMemberImportGuide'> = {
  columns: [
    {
      field: 'heightCm',
      names: ['키(cm)', '신장'],
      required: false,
      unit: 'cm',
      min: '50',
      max: '250',
      words: [],
    },
  ],
  mostRows: 200000,
  mostBytes: 33554432,
};

function open(done: Answer<'GetJob'>, found: Partial<typeof preview> = {}, address = '/') {
  server = new FakeServer({
    ListCompanyOptions: () => [{ companyId: 7, type: 'RETAILER', name: '가람', parentNames: [] }],
    PreviewMemberImport: () => ({ ...preview, ...found }),
    ReviewMemberImport: () => ({ ...preview, invalidRows: 0, validRows: 3, problems: [] }),
    StartMemberImport: () => job('QUEUED'),
    GetMemberImportGuide: () => guide,
    GetJob: () => done,
    ListJobs: () => ({ data: [], page: 0, pageSize: 10, total: 0, totalIsExact: true, next: null }),
  });
  renderRoutes([{ path: address, Component: ImportDialog }], address);
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

  it('begins at the company, the first thing to choose', async () => {
    await waitFor(() => {
      expect(screen.getByRole('combobox', { name: /소속 업체/ })).toHaveFocus();
    });
  });

  it('asks for a company and a file first', async () => {
    await userEvent.click(await screen.findByRole('button', { name: '파일 확인' }));
    expect(screen.getByText('필수 입력 항목입니다.')).toBeVisible();
    expect(screen.getByText('파일을 선택해주세요.')).toBeVisible();
    await waitFor(() => {
      expect(screen.getByRole('combobox', { name: /소속 업체/ })).toHaveFocus();
    });
    expect(server.requestsOf('PreviewMemberImport')).toEqual([]);
  });

  it('tells for each bad row its line, its column, its value and why', async () => {
    await upload();
    const problems = await screen.findByRole('region', { name: '제외할 행과 사유' });
    const [, row] = within(problems).getAllByRole('row');
    expect(row).toHaveTextContent('3키(cm)1750 이상이어야 합니다.');
    expect(screen.getByText('사용하지 않는 열: seqn')).toBeVisible();
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
    expect(await screen.findByText('필수 열이 없습니다: 회원번호')).toBeVisible();
  });

  it('writes nothing before it is started, and ends with what became of the rows', async () => {
    await upload();
    expect(server.requestsOf('StartMemberImport')).toEqual([]);
    await userEvent.click(await screen.findByRole('button', { name: '2행 등록 시작' }));
    expect(await screen.findByText('신규 2 · 변경 0 · 변경 없음 0 · 제외 1')).toBeVisible();
    expect(screen.getByRole('button', { name: '결과 내려받기' })).toBeVisible();
  });
});

describe('what a person has to decide before an import starts', () => {
  const start = () => screen.findByRole('button', { name: /행 등록 시작$/ });

  it('tells how the file was understood', async () => {
    open(job('SUCCEEDED'));
    await upload();
    expect(await screen.findByText('문자 인코딩: CP949 (EUC-KR)')).toBeVisible();
    expect(screen.getByText('구분 기호: 쉼표')).toBeVisible();
  });

  it('shows what changes of known members, and leaves those rows out without a tick', async () => {
    open(job('SUCCEEDED', { changed: 1 }), {
      changedRows: 1,
      changes: [
        { line: 2, memberNo: 'M-1', field: 'sex', before: 'MALE', after: 'FEMALE' },
        { line: 2, memberNo: 'M-1', field: 'name', before: '김하나', after: '김한나' },
      ],
    });
    await upload();
    const changes = await screen.findByRole('region', { name: '바뀌는 내용' });
    const [, sex, name] = within(changes).getAllByRole('row');
    expect(sex).toHaveTextContent('2M-1성별남성여성');
    expect(name).toHaveTextContent('2M-1이름김하나김한나');
    expect(await start()).toHaveAccessibleName('1행 등록 시작');
    await userEvent.click(screen.getByRole('checkbox', { name: /변경|바꾸는 것을 허용/ }));
    expect(await start()).toHaveAccessibleName('2행 등록 시작');
    await userEvent.click(await start());
    expect(server.requestsOf('StartMemberImport')[0]).toMatchObject({
      body: { acceptChanges: true, leaveOut: [] },
    });
    expect(await screen.findByText(/회원 정보 변경 1$/)).toBeVisible();
  });

  it('does not start before each column that is hidden or could be meant for a known one is left out', async () => {
    open(job('SUCCEEDED'), {
      doubtfulColumns: [
        { index: 3, name: '혈압', resembles: 'systolic', isHidden: false },
        { index: 7, name: '키2', resembles: 'heightCm', isHidden: true },
      ],
    });
    await upload();
    expect(await start()).toBeDisabled();
    await userEvent.click(screen.getByRole('checkbox', { name: /‘혈압’ 열/ }));
    expect(await start()).toBeDisabled();
    expect(screen.getByText(/숨겨진 열이 있습니다/)).toBeVisible();
    expect(
      screen.getByText(/‘파일의 열과 등록할 항목’에서 항목을 지정하거나, 제외할 열을 모두 선택/),
    ).toBeVisible();
    expect(screen.getByRole('region', { name: '파일의 열과 등록할 항목' })).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: /숨겨진 ‘키2’ 열 제외/ }));
    await userEvent.click(await start());
    expect(server.requestsOf('StartMemberImport')[0]).toMatchObject({
      body: { acceptChanges: false, leaveOut: [3, 7] },
    });
  });

  it('asks which of several sheets is meant, and reads that one', async () => {
    open(job('SUCCEEDED'), {
      job: null,
      source: { encoding: null, delimiter: null, sheet: null },
      sheets: [
        { index: 0, name: '1월' },
        { index: 2, name: '2월' },
      ],
    });
    await upload();
    await userEvent.click(await screen.findByRole('combobox', { name: /시트/ }));
    expect(screen.queryByRole('button', { name: /등록 시작/ })).not.toBeInTheDocument();
    await userEvent.click(await screen.findByRole('option', { name: '2월' }));
    expect(server.requestsOf('PreviewMemberImport')[1]).toMatchObject({ query: { sheet: 2 } });
  });
});

describe('what a person says of a preview', () => {
  it('is read once more before anything can be started', async () => {
    open(job('SUCCEEDED'));
    await upload();
    expect(screen.getByText('지난번 선택')).toBeVisible();
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: '‘비고’ 열의 항목' }),
      '몸무게(kg)',
    );
    await userEvent.type(screen.getByRole('textbox', { name: '3행 키(cm), 고친 값' }), '171');
    expect(screen.getByRole('button', { name: /행 등록 시작$/ })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: '다시 확인' }));
    expect(await screen.findByRole('button', { name: '3행 등록 시작' })).toBeEnabled();
    expect(server.requestsOf('ReviewMemberImport')[0]).toMatchObject({
      path: { jobId: 4 },
      body: {
        columns: [{ column: 3, field: 'weightKg' }],
        corrections: [{ line: 3, column: 2, value: '171' }],
      },
    });
  });

  it('is read again, too, when it was said while the rest was being read', async () => {
    open(job('SUCCEEDED'));
    let answer: ((found: typeof preview) => void) | undefined;
    await upload();
    const field = await screen.findByRole('combobox', { name: '‘비고’ 열의 항목' });
    await userEvent.selectOptions(field, '몸무게(kg)');
    vi.spyOn(server, 'call').mockImplementationOnce(
      () => new Promise((resolve) => (answer = resolve)),
    );
    await userEvent.click(screen.getByRole('button', { name: '다시 확인' }));
    await userEvent.type(screen.getByRole('textbox', { name: '3행 키(cm), 고친 값' }), '171');
    answer?.({ ...preview, validRows: 3 });
    expect(await screen.findByRole('button', { name: '3행 등록 시작' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: '다시 확인' }));
    expect(server.requestsOf('ReviewMemberImport')[0]?.body).toEqual({
      columns: [{ column: 3, field: 'weightKg' }],
      corrections: [{ line: 3, column: 2, value: '171' }],
    });
  });

  it('is followed by no word of why an earlier start failed', async () => {
    open(job('SUCCEEDED'));
    await upload();
    server.refuse('StartMemberImport', refusal(10010, 409));
    await userEvent.click(await screen.findByRole('button', { name: '2행 등록 시작' }));
    expect(await screen.findByText(/연결된 다른 자료가 있어/)).toBeVisible();
    const field = screen.getByRole('combobox', { name: '‘비고’ 열의 항목' });
    await userEvent.selectOptions(field, '몸무게(kg)');
    await userEvent.click(screen.getByRole('button', { name: '다시 확인' }));
    expect(await screen.findByRole('button', { name: '3행 등록 시작' })).toBeEnabled();
    expect(screen.queryByText(/연결된 다른 자료가 있어/)).toBeNull();
  });

  it('is asked for where a column is missing', async () => {
    open(job('SUCCEEDED'), { missingColumns: ['sex'], validRows: 0, sample: [] });
    await upload();
    expect(screen.getByText('필수 항목을 읽을 열을 선택해주세요: 성별')).toBeVisible();
    expect(screen.getByRole('button', { name: /행 등록 시작$/ })).toBeDisabled();
  });

  it('knows how values were written and how they were read', async () => {
    open(job('SUCCEEDED'), {
      understood: [
        {
          index: 2,
          name: '생년월일',
          spelling: 'DOTS',
          written: '1990. 1. 2.',
          read: '1990-01-02',
          rows: 3,
        },
      ],
    });
    await upload();
    const told = screen.getByRole('region', { name: '다르게 적혀 있어 바꿔 읽은 값' });
    expect(within(told).getAllByRole('row')[1]).toHaveTextContent('생년월일1990. 1. 2.1990-01-023');
    expect(screen.getByText('열 이름: 1행')).toBeVisible();
  });
});

describe('the first rows of a preview', () => {
  it('show days and times as they will be written, whichever way they were typed', async () => {
    open(job('SUCCEEDED'), {
      columns: ['memberNo', 'birthDate', 'measuredAt'],
      sample: [
        { line: 2, values: ['19900102', '19900102', '20260102'] },
        { line: 3, values: ['M-2', '1990-01-02', '2026-01-02 09:30'] },
        { line: 4, values: ['M-3', '', '2026-01-02T09:30Z'] },
        { line: 5, values: ['M-4', '1990-01-02', '20260102 09:30:15.250+09:00'] },
      ],
    });
    await upload();
    const sample = await screen.findByRole('region', { name: '등록할 내용 미리 보기' });
    const rows = within(sample)
      .getAllByRole('row')
      .map((row) => within(row).queryAllByRole('cell'))
      .map((cells) => cells.map((cell) => cell.textContent));
    expect(rows.slice(1)).toEqual([
      ['2', '19900102', '1990-01-02', '2026-01-02 00:00'],
      ['3', 'M-2', '1990-01-02', '2026-01-02 09:30'],
      ['4', 'M-3', '–', '2026-01-02 18:30'],
      ['5', 'M-4', '1990-01-02', '2026-01-02 09:30'],
    ]);
  });
});

describe('another file', () => {
  it('is for the same company', async () => {
    open(job('SUCCEEDED'));
    await upload();
    await userEvent.click(await screen.findByRole('button', { name: '다른 파일 선택' }));
    expect(await screen.findByRole('combobox', { name: /소속 업체/ })).toHaveValue('가람');
  });

  it('may be the same one, corrected in the meantime', async () => {
    const onFile = vi.fn();
    renderRoutes([
      { path: '/', element: <FileDrop file={undefined} onFile={onFile} error={undefined} /> },
    ]);
    const file = new File(['memberNo,sex'], 'people.csv');
    await userEvent.upload(await screen.findByLabelText('등록할 파일'), file);
    await userEvent.upload(screen.getByLabelText('등록할 파일'), file);
    expect(onFile).toHaveBeenCalledTimes(2);
  });
});

describe('what a file may hold', () => {
  it('is told by the importer itself', async () => {
    open(job('SUCCEEDED'));
    await userEvent.click(await screen.findByRole('button', { name: '열 이름과 형식' }));
    const columns = await screen.findByRole('region', { name: '열 이름과 형식' });
    expect(within(columns).getAllByRole('row')[1]).toHaveTextContent('키(cm)키(cm), 신장50–250 cm');
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

describe('registering everybody as regular members, too', () => {
  const asUsers = () => screen.findByRole('checkbox', { name: '일반 회원으로도 등록' });

  it('is off for members, and asks how staff have made sure who they are where it is on', async () => {
    open(job('SUCCEEDED'), { newUsers: 2, linkedMembers: 1 });
    expect(await asUsers()).not.toBeChecked();
    await userEvent.click(await asUsers());
    await upload();
    expect(screen.getByText('필수 입력 항목입니다.')).toBeVisible();
    expect(server.requestsOf('PreviewMemberImport')).toEqual([]);
    await userEvent.click(screen.getByRole('combobox', { name: /본인 확인 방법/ }));
    await userEvent.click(await screen.findByRole('option', { name: '신분증 확인' }));
    await userEvent.click(screen.getByRole('button', { name: '파일 확인' }));
    expect(await screen.findByText('일반 회원으로 등록할 사람')).toBeVisible();
    expect(screen.getByText('이미 연결된 사람')).toBeVisible();
    expect(server.requestsOf('PreviewMemberImport')[0]?.query).toMatchObject({
      evidence: 'DOCUMENT',
      level: 'REGULAR_VERIFIED_1_MEMBER',
    });
  });

  it('is on where regular members are listed', async () => {
    open(job('SUCCEEDED'), {}, `${REGULAR_USERS_PATH}/import`);
    expect(await asUsers()).toBeChecked();
    await userEvent.click(await asUsers());
    await upload();
    await screen.findByRole('button', { name: '2행 등록 시작' });
    expect(server.requestsOf('PreviewMemberImport')[0]?.query).not.toHaveProperty('evidence');
    expect(screen.queryByText('일반 회원으로 등록할 사람')).toBeNull();
  });
});

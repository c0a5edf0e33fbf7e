// Tests grading rules: the list of versions, the number lines, and drafts, in which no gap can
// arise.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { today } from '~/domain/time';
import { Component as DetailDialog } from '~/kernel/resource/detail-dialog';
import { Component as EditDialog } from '~/kernel/resource/edit-dialog';
import { loadTexts } from '~/kernel/i18n/i18n';
import { FakeServer, pageOf, refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { renderWithin } from '~/kernel/testing/render-within';
import '~/kernel/testing/unmeasured';
import { boundsOf, isInOrder, withBound, type Band, type Version } from './bands';
import { gradeAt, nameOfIndicator } from './grade-words';
import { Component as ListPage } from './grade-rule-list-page';
import { Component as NewVersionDialog } from './new-version-dialog';
import { RuleTables } from './rule-tables';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: true, update: true, delete: true }),
}));

const RULES = '/system_management/grade_rule_management';
const permit = { allowed: true, reason: null };
const fixed = { allowed: false, reason: 'activeRules' };

const BANDS: Band[] = [
  { indicator: 'LETHARGY', grade: 0, lower: null, upper: 20 },
  { indicator: 'LETHARGY', grade: 1, lower: 20, upper: 40 },
  { indicator: 'LETHARGY', grade: 2, lower: 40, upper: 70 },
  { indicator: 'LETHARGY', grade: 3, lower: 70, upper: null },
];

const end = (cut: number | null | undefined, inclusive: boolean) =>
  typeof cut === 'number' ? { cut, inclusive } : null;
const TABLES: NonNullable<Version['tables']> = [
  {
    indicator: 'LETHARGY',
    standing: 'CONVENTION',
    source: 'PRODUCT',
    rules: BANDS.map(({ grade, lower, upper }) => ({
      sex: null,
      ageFrom: 0,
      ageTo: null,
      grade,
      lower: end(lower, true),
      upper: end(upper, false),
    })),
  },
  {
    indicator: 'GAD_7',
    standing: 'PUBLISHED',
    source: 'GAD_7',
    rules: [
      { sex: null, ageFrom: 0, ageTo: null, grade: 0, lower: null, upper: end(5, false) },
      { sex: null, ageFrom: 0, ageTo: null, grade: 1, lower: end(5, true), upper: end(10, false) },
      { sex: null, ageFrom: 0, ageTo: null, grade: 2, lower: end(10, true), upper: end(15, false) },
      { sex: null, ageFrom: 0, ageTo: null, grade: 3, lower: end(15, true), upper: null },
    ],
  },
];

function version(parts: Partial<Version> = {}): Version {
  return {
    gradeRuleVersionId: 2,
    ruleSet: 'mind-kr',
    ruleVersion: 1,
    status: 'ACTIVE',
    effectiveFrom: '1900-01-01',
    note: '',
    isInForce: true,
    bodyFatSource: null,
    deviationReason: null,
    bands: BANDS,
    tables: TABLES,
    conversions: [],
    createdAt: '2026-11-01T09:00:00+09:00',
    updatedAt: '2026-11-02T10:00:00+09:00',
    version: 1,
    can: { update: fixed, delete: fixed },
    ...parts,
  };
}

const DRAFT = version({
  gradeRuleVersionId: 7,
  ruleVersion: 2,
  status: 'DRAFT',
  effectiveFrom: '2999-01-01',
  note: '무기력 경계를 조정합니다.',
  isInForce: false,
  effect: {
    countedAt: '2026-11-03T10:00:00+09:00',
    measurements: 40,
    changes: [{ indicator: 'LETHARGY', from: 'NORMAL', to: 'LETHARGIC', count: 3 }],
  },
  version: 4,
  can: { update: permit, delete: permit },
});

const BODY = version({
  gradeRuleVersionId: 1,
  ruleSet: 'physical-kr',
  bodyFatSource: 'INBODY',
  bands: [],
  tables: [],
});

function open(address: string, ...rows: Version[]) {
  const [first = version()] = rows;
  server = new FakeServer({
    ListGradeRuleVersions: () => pageOf(rows.length === 0 ? [first] : rows),
    GetGradeRuleVersion: ({ path }) => {
      const wanted = (path as { gradeRuleVersionId: number }).gradeRuleVersionId;
      return rows.find(({ gradeRuleVersionId }) => gradeRuleVersionId === wanted) ?? first;
    },
    CreateGradeRuleVersion: () => first,
    UpdateGradeRuleVersion: () => first,
    ListGradeRuleVersionRevisions: () => pageOf([]),
  });
  return renderRoutes(
    [
      {
        path: RULES,
        Component: ListPage,
        children: [
          { path: 'new', Component: NewVersionDialog },
          { path: ':id', Component: DetailDialog },
          { path: ':id/edit', Component: EditDialog },
        ],
      },
    ],
    address,
  );
}

const save = () => userEvent.click(screen.getByRole('button', { name: '저장' }));

beforeEach(async () => {
  await Promise.all([loadTexts('grade-rules'), loadTexts('measurement')]);
});

describe('bounds', () => {
  it('move for both bands that meet there, and for no other indicator', () => {
    const others: Band[] = [{ indicator: 'STRESS', grade: 0, lower: null, upper: 10 }];
    const moved = withBound([...others, ...BANDS], 2, 25);
    expect(moved).toEqual([
      ...others,
      { indicator: 'LETHARGY', grade: 0, lower: null, upper: 25 },
      { indicator: 'LETHARGY', grade: 1, lower: 25, upper: 40 },
      ...BANDS.slice(2),
    ]);
  });

  it.each([
    [20, true],
    [0, false],
    [40, false],
    [39.99, true],
    [null, false],
  ])('of %s are in order between their neighbours: %s', (value, expected) => {
    expect(isInOrder(boundsOf(withBound(BANDS, 1, value), 'LETHARGY'), 0)).toBe(expected);
  });
});

describe('what is graded', () => {
  it.each([
    ['BMI', 0, 'BMI', '저체중'],
    ['SYSTOLIC_PRESSURE', 1, '수축기 혈압', '주의혈압'],
    ['BODY_FAT', 2, '체지방률', '표준이상'],
    ['HEART_RATE', 0, '심박수', '서맥'],
    ['VISION', 4, '시력', '실명'],
    ['MYOPIA', 2, '근시', '고도근시'],
    ['KDSQ_P', 1, 'KDSQ-P', 'KDSQ-C 필요'],
    ['MMSE_KC', 1, 'MMSE-KC', '인지저하 의심'],
    ['BEPSI_K', 2, 'BEPSI-K', '높은 스트레스'],
    ['CBI_WORK', 1, 'CBI 업무', '번아웃'],
    ['STRESS', 7, '스트레스', '위험'],
  ] as const)('%s has a name, and so has its grade %s', (indicator, place, name, grade) => {
    expect(nameOfIndicator(indicator)).toBe(name);
    expect(gradeAt(indicator, place).name).toBe(grade);
  });
});

it.each([
  ['SYSTOLIC_PRESSURE', ['good', 'raised', 'raised', 'high', 'serious']],
  ['MMSE_KC', ['good', 'serious']],
  ['KDSQ_P', ['good', 'raised']],
  ['PSS_10', ['good', 'raised', 'high']],
] as const)('the classes of %s look like the grades they lead to', (indicator, tones) => {
  expect(tones.map((_, place) => gradeAt(indicator, place).tone)).toEqual(tones);
});

it('the bounds of myopia are below zero, as lens powers are', () => {
  const rule = { sex: null, ageFrom: 0, ageTo: null };
  renderWithin(
    <RuleTables
      tables={[
        {
          indicator: 'MYOPIA',
          standing: 'PUBLISHED',
          source: 'IMI_2019',
          rules: [
            { ...rule, lower: null, upper: { cut: 0.5, inclusive: false }, grade: 0 },
            {
              ...rule,
              lower: { cut: 0.5, inclusive: true },
              upper: { cut: 6, inclusive: false },
              grade: 1,
            },
            { ...rule, lower: { cut: 6, inclusive: true }, upper: null, grade: 2 },
          ],
        },
      ]}
    />,
  );
  expect(screen.getByRole('row', { name: /근시 아님/ })).toHaveTextContent('> -0.5');
  expect(screen.getByRole('row', { name: /고도근시/ })).toHaveTextContent('≤ -6');
});

describe('versions of rules', () => {
  it('are listed with since when they hold, and say why they can be neither changed nor removed', async () => {
    open(RULES, version({ ruleSet: 'physical-kr' }), DRAFT);
    await screen.findByText('서비스에 포함된 기준입니다.');
    const [, first, second] = screen.getAllByRole('row');
    expect(first).toHaveTextContent('서비스에 포함된 기준입니다.');
    expect(second).toHaveTextContent('스트레스·불안·번아웃·무기력');
    expect(second).toHaveTextContent('초안');
    expect(second).toHaveTextContent('2999-01-01');
    const remove = within(first ?? document.body).getByRole('button', { name: /삭제$/ });
    expect(remove).toHaveAttribute('aria-disabled', 'true');
  });

  it('are shown with all bounds, whose they are, and what a draft changes', async () => {
    open(`${RULES}/7`, DRAFT);
    const dialog = await screen.findByRole('dialog');
    const own = await within(dialog).findByRole('region', { name: '무기력' });
    expect(own).toHaveTextContent('서비스 자체 기준');
    const row = within(own).getByRole('row', { name: /^무기력/ });
    expect(row).toHaveTextContent('≥ 20, < 40');
    const published = within(dialog).getByRole('region', { name: 'GAD-7' });
    expect(published).toHaveTextContent('공개된 임상 기준');
    expect(published).toHaveTextContent('Spitzer 2006');
    const [effect] = within(dialog).getAllByRole('region', { name: '기존 측정에 미치는 영향' });
    expect(effect).toHaveTextContent('40건');
    const change = within(dialog).getByRole('row', { name: '무기력 보통 무기력 3' });
    expect(change).toBeVisible();
  });

  it('say of pressures that four grades over their classes are the service’s own', async () => {
    const pressures = (['SYSTOLIC_PRESSURE', 'DIASTOLIC_PRESSURE'] as const).map((indicator) => ({
      indicator,
      standing: 'PUBLISHED' as const,
      source: 'KSH_2018' as const,
      rules: [{ sex: null, ageFrom: 19, ageTo: null, grade: 0, lower: null, upper: null }],
    }));
    open(`${RULES}/2`, version({ ruleSet: 'physical-kr', bands: [], tables: pressures }));
    expect(await screen.findAllByText(/혈압의 네 등급은 대한고혈압학회/)).toHaveLength(1);
  });
});

describe('a draft', () => {
  it('begins as the version in force', async () => {
    open(`${RULES}/new`, version());
    const bound = await screen.findByRole('textbox', { name: '무기력 시작 점수' });
    expect(bound).toHaveValue('20');
    fireEvent.change(screen.getByRole('textbox', { name: '변경 사유' }), {
      target: { value: '조정' },
    });
    fireEvent.change(screen.getByRole('textbox', { name: '시행일' }), {
      target: { value: '2999-01-01' },
    });
    fireEvent.change(bound, { target: { value: '25' } });
    await save();
    await waitFor(() => {
      expect(server.requestsOf('CreateGradeRuleVersion').map(({ body }) => body)).toMatchObject([
        {
          ruleSet: 'mind-kr',
          status: 'DRAFT',
          note: '조정',
          bands: [{ upper: 25 }, { lower: 25, upper: 40 }, { lower: 40 }, { lower: 70 }],
        },
      ]);
    });
  });

  it.each([
    ['has one now', DRAFT.note, () => pageOf([version(), DRAFT])],
    ['does not answer', '문제가 발생했습니다', () => Promise.reject(refusal(10000, 500))],
  ])('keeps its input when the list below it is read again and %s', async (_, shown, answer) => {
    const { queryClient } = open(`${RULES}/new`, version());
    const note = await screen.findByRole('textbox', { name: '변경 사유' });
    fireEvent.change(note, { target: { value: '조정' } });
    server = new FakeServer({ ListGradeRuleVersions: answer });
    await act(() => queryClient.invalidateQueries());
    await screen.findByText(shown);
    expect(screen.getByRole('textbox', { name: '변경 사유' })).toHaveValue('조정');
    expect(screen.getByRole('button', { name: '저장' })).toBeEnabled();
  });

  it('of the rules of the body chooses whose table grades body fat, and has no bounds to move', async () => {
    open(`${RULES}/new`, version(), BODY);
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(await dialog.findByRole('combobox', { name: '판정 기준' }));
    await userEvent.click(await screen.findByRole('option', { name: '신체 측정' }));
    expect(screen.queryByRole('textbox', { name: '무기력 시작 점수' })).toBeNull();
    await userEvent.click(dialog.getByRole('combobox', { name: '체지방 판정 기준' }));
    await userEvent.click(
      await screen.findByRole('option', { name: 'Gallagher 2000 아시아 성인 기준' }),
    );
    expect(screen.getByText(/20~79세를 판정하며/)).toBeVisible();
    fireEvent.change(screen.getByRole('textbox', { name: '변경 사유' }), {
      target: { value: '아시아인 기준' },
    });
    fireEvent.change(screen.getByRole('textbox', { name: '시행일' }), {
      target: { value: '2999-01-01' },
    });
    await save();
    await waitFor(() => {
      expect(server.requestsOf('CreateGradeRuleVersion')).toHaveLength(1);
    });
    const [sent] = server.requestsOf('CreateGradeRuleVersion');
    expect(sent?.body).toMatchObject({
      ruleSet: 'physical-kr',
      bodyFatSource: 'GALLAGHER_2000',
      bands: [],
    });
  });

  it('is offered of those rules alone of which no other version is open', async () => {
    open(`${RULES}/new`, version(), BODY, DRAFT);
    const dialog = within(await screen.findByRole('dialog'));
    const choice = await dialog.findByRole('combobox', { name: '판정 기준' });
    await userEvent.click(choice);
    const list = document.getElementById(choice.getAttribute('aria-controls') ?? '');
    expect(list).toHaveTextContent(/^신체 측정$/);
  });

  it('is not begun while each rule set has an open version, which it leads to', async () => {
    const waiting = version({ ...BODY, gradeRuleVersionId: 8, ruleVersion: 3, isInForce: false });
    const { router } = open(`${RULES}/new?sort=EFFECTIVE_EARLIEST`, version(), BODY, DRAFT, {
      ...waiting,
      effectiveFrom: '2999-01-01',
    });
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/버전이 이미 있습니다/)).toBeVisible();
    expect(screen.queryByRole('button', { name: '저장' })).toBeNull();
    expect(dialog.getByRole('link', { name: '신체 측정 · 기준 버전 3' })).toBeVisible();
    await userEvent.click(
      dialog.getByRole('link', { name: '스트레스·불안·번아웃·무기력 · 기준 버전 2' }),
    );
    expect(router.state.location).toMatchObject({
      pathname: `${RULES}/7`,
      search: '?sort=EFFECTIVE_EARLIEST',
    });
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: '닫기' }),
    );
    expect(router.state.location.pathname).toBe(RULES);
  });

  it('says at a bound that it is out of order, and what the server finds wrong', async () => {
    open(`${RULES}/7/edit`, DRAFT);
    const bound = await screen.findByRole('textbox', { name: '긴장 시작 점수' });
    fireEvent.change(bound, { target: { value: '30' } });
    expect(bound).toBeInvalid();
    server.refuse(
      'UpdateGradeRuleVersion',
      refusal(10002, 422, {
        fields: [{ path: 'bands[2].lower', code: 'bandGap', params: { from: '30', to: '40' } }],
      }),
    );
    await save();
    expect(await screen.findByText('30~40 구간에 해당하는 등급이 없습니다.')).toBeVisible();
  });

  it.each(['-', '.'])(
    'says at a bound that %j is none, and keeps it to be gone on with',
    async (text) => {
      open(`${RULES}/7/edit`, DRAFT);
      const bound = await screen.findByRole('textbox', { name: '긴장 시작 점수' });
      await userEvent.clear(bound);
      await userEvent.type(bound, text);
      expect(bound).toHaveValue(text);
      expect(bound).toBeInvalid();
      expect(screen.getByRole('dialog')).not.toHaveTextContent('NaN');
      await userEvent.type(bound, '5');
      expect(Number((bound as HTMLInputElement).value)).toBe(Number(`${text}5`));
      await userEvent.clear(bound);
      await userEvent.type(bound, text);
      await save();
      await waitFor(() => {
        expect(server.requestsOf('UpdateGradeRuleVersion').map(({ body }) => body)).toMatchObject([
          { bands: [{ upper: 20 }, { lower: 20 }, { upper: null }, { lower: null }] },
        ]);
      });
    },
  );

  it('whose first day has come is not activated, which its form says before anybody is asked', async () => {
    open(`${RULES}/7/edit`, version({ ...DRAFT, effectiveFrom: today() }));
    const dialog = await screen.findByRole('dialog', { name: '판정 기준 버전 수정' });
    await userEvent.click(await within(dialog).findByRole('combobox', { name: '상태' }));
    await userEvent.click(await screen.findByRole('option', { name: '확정' }));
    await save();
    expect(await screen.findByText('내일 이후 날짜를 입력해주세요.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: '시행일' })).toBeInvalid();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(server.requestsOf('UpdateGradeRuleVersion')).toEqual([]);
  });

  it('may have any first day as long as it stays one', async () => {
    open(`${RULES}/7/edit`, version({ ...DRAFT, effectiveFrom: today() }));
    fireEvent.change(await screen.findByRole('textbox', { name: '변경 사유' }), {
      target: { value: '조정' },
    });
    await save();
    await waitFor(() => {
      expect(server.requestsOf('UpdateGradeRuleVersion')).toHaveLength(1);
    });
  });

  it('is activated once its effect was read', async () => {
    open(`${RULES}/7/edit`, DRAFT);
    const dialog = await screen.findByRole('dialog', { name: '판정 기준 버전 수정' });
    await userEvent.click(await within(dialog).findByRole('combobox', { name: '상태' }));
    await userEvent.click(await screen.findByRole('option', { name: '확정' }));
    await save();
    expect(await screen.findByRole('row', { name: '무기력 보통 무기력 3' })).toBeVisible();
    expect(server.requestsOf('UpdateGradeRuleVersion')).toEqual([]);
    const asked = screen.getAllByRole('dialog').at(-1) ?? document.body;
    await userEvent.click(within(asked).getByRole('button', { name: '저장' }));
    await waitFor(() => {
      expect(server.requestsOf('UpdateGradeRuleVersion').map(({ body }) => body)).toMatchObject([
        { status: 'ACTIVE', version: 4 },
      ]);
    });
  });
});

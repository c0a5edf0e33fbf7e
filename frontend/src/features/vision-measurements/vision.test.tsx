import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Why } from '~/kernel/measurement/why';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { acuityKind, formatAcuity, typedAcuity } from './acuity-kind';
import { visionMeasurement } from './testing/vision';
import { VisionDetail } from './vision-detail';
import type { VisionMeasurement } from './vision-fields';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/domain/time', () => ({ today: () => '2026-11-20' }));
vi.mock('~/kernel/chart/drawing', () => ({ default: () => <div data-testid="drawing" /> }));

const WHY: Why = {
  indicator: 'VISION',
  grade: 'NONE',
  ruleSet: 'vision-icd-11',
  ruleVersion: 1,
  standing: 'PUBLISHED',
  source: 'ICD_11',
  unit: '1',
  value: 0.8,
  convertedFrom: null,
  raw: 0.8,
  lower: { cut: 0.5, inclusive: true },
  upper: null,
  sex: null,
  ageFrom: 0,
  ageTo: null,
  educationFrom: null,
  educationTo: null,
};

function open(record: VisionMeasurement, history: VisionMeasurement[] = [record]): void {
  server = new FakeServer({ ListVisionMeasurements: () => pageOf(history) });
  renderRoutes([{ path: '/', element: <VisionDetail record={record} /> }], '/');
}

describe('an acuity', () => {
  it.each([
    ['', null],
    [' 0.8 ', 0.8],
    ['0,8', 0.8],
    ['.8', 0.8],
    ['０．８', 0.8],
    ['1.', 1],
    ['0.125', 0.125],
    ['20/40', 0.5],
    ['6/12', 0.5],
    ['20/30', 0.667],
    ['20/200', 0.1],
    ['logMAR 0.3', 0.501],
    ['0,3 logMAR', 0.501],
    ['LogMAR -0.1', 1.259],
    ['cf', 'CF'],
    ['20/', '20/'],
    ['좋음', '좋음'],
  ])('that is typed as %j is sent as %j', (typed, sent) => {
    expect(typedAcuity(typed)).toBe(sent);
  });

  it('is written as charts have it, and in words where no chart shows it', () => {
    const written = [1, 0.8, 0.05, 0.125, 'NLP', null].map(formatAcuity);
    expect(written).toEqual(['1.0', '0.8', '0.05', '0.125', '광각 없음(NLP)', '–']);
  });
});

describe('the field of an acuity', () => {
  function Field({ onChange }: { onChange: (value: unknown) => void }) {
    const [value, setValue] = useState<unknown>(null);
    const { Input } = acuityKind;
    if (!Input) return null;
    return (
      <Input
        label="우안 평소 시력"
        value={value}
        onChange={(next) => {
          setValue(next);
          onChange(next);
        }}
        error={undefined}
        required={false}
        maxLength={undefined}
        marks={{ 'data-path': 'rightPresenting' }}
        disabled={false}
      />
    );
  }
  const open = () => {
    const onChange = vi.fn();
    renderRoutes([{ path: '/', element: <Field onChange={onChange} /> }], '/');
    return { field: screen.getByRole('textbox', { name: '우안 평소 시력' }), onChange };
  };

  it('keeps a fraction as its decimal, and shows it when it is left', async () => {
    const { field, onChange } = open();
    await userEvent.type(field, '20/40');
    expect(field).toHaveValue('20/40');
    expect(onChange).toHaveBeenLastCalledWith(0.5);
    await userEvent.tab();
    expect(field).toHaveValue('0.5');
    expect(screen.queryByText(/읽을 수 없는/)).toBeNull();
  });

  it('says which notations it understands when it is left with none of them', async () => {
    const { field, onChange } = open();
    await userEvent.type(field, '20/x');
    expect(screen.queryByText(/읽을 수 없는/)).toBeNull();
    await userEvent.tab();
    expect(screen.getByText(/스넬렌 분수\(20\/40, 6\/12\)/)).toBeVisible();
    expect(onChange).toHaveBeenLastCalledWith('20/X');
    await userEvent.clear(field);
    await userEvent.type(field, 'hm');
    await userEvent.tab();
    expect(field).toHaveValue('HM');
    expect(screen.queryByText(/읽을 수 없는/)).toBeNull();
  });
});

describe('one vision measurement', () => {
  beforeEach(() => {
    server = new FakeServer({});
  });

  it('tells of each eye what it sees on every scale, and its refraction with signs', () => {
    open(visionMeasurement());
    const acuity = screen.getByRole('row', { name: /평소 시력/ });
    expect(acuity).toHaveTextContent(/0\.8.*logMAR 0\.10 · 6\/7\.5 · 20\/25.*안전수지\(CF\)/);
    const table = screen.getByRole('table', { name: '굴절검사' });
    expect(within(table).getByRole('row', { name: /등가구면도수/ })).toHaveTextContent('-3.25 D');
    expect(within(table).getByRole('row', { name: /근시/ })).toHaveTextContent('근시');
  });

  it('writes the fraction of what was entered as logMAR as the line of a chart', () => {
    const scale = { eye: 'RIGHT', state: 'PRESENTING', logMar: 0.3 } as const;
    open(
      visionMeasurement({
        rightPresenting: 0.501,
        scales: [{ ...scale, snellenMetres: 11.98, snellenFeet: 39.92 }],
      }),
    );
    const acuity = screen.getByRole('row', { name: /평소 시력/ });
    expect(acuity).toHaveTextContent(/0\.501.*logMAR 0\.30 · 6\/12 · 20\/40/);
  });

  it('says why it has its grades, each of its own eye', () => {
    const myopia: Why = {
      ...WHY,
      indicator: 'MYOPIA',
      grade: 'MYOPIA',
      source: 'IMI_2019',
      unit: '[diop]',
      value: 3.25,
      raw: 3.25,
      upper: { cut: 6, inclusive: false },
    };
    open(
      visionMeasurement({
        rightMyopia: null,
        leftMyopia: 'MYOPIA',
        leftSphericalEquivalent: -3.25,
        why: [WHY, myopia],
      }),
    );
    expect(screen.getByText('좌안 근시')).toBeVisible();
    expect(screen.queryByText('우안 근시')).toBeNull();
    expect(screen.getByText(/^구간 \W*0\.5\W*$/)).toBeVisible();
    expect(screen.getByText(/^구간 \W*> -6\.00, ≤ -0\.50\W*$/)).toBeVisible();
    expect(screen.getByText('판정한 값 -3.25 D')).toBeVisible();
    expect(screen.getAllByText('공개된 임상 기준')).toHaveLength(2);
  });

  it('says why to the thousandth, as the acuity is kept', () => {
    open(
      visionMeasurement({ rightPresenting: 0.125, why: [{ ...WHY, value: 0.125, raw: 0.125 }] }),
    );
    expect(screen.getByText('판정한 값 0.125')).toBeVisible();
    expect(screen.getByRole('row', { name: /평소 시력/ })).toHaveTextContent(/0\.125/);
  });

  it('names the values that are rare, and says that it was made on trial', () => {
    open(visionMeasurement({ unusual: ['rightSphere', 'bothPresenting'], trial: true }));
    expect(screen.getByText(/드문 값입니다.*우안 구면도수 및 양안 평소 시력/)).toBeVisible();
    expect(screen.getByText(/시험 삼아/)).toBeVisible();
  });

  it('shows how both eyes went at a distance, with what they wear and without, where there is more than one measurement', async () => {
    const before = visionMeasurement({
      visionMeasurementId: 6,
      measuredAt: '2025-11-01T09:00:00+09:00',
      rightPresenting: 0.9,
      rightUncorrected: null,
      leftPresenting: null,
      leftUncorrected: 0.1,
    });
    const near = visionMeasurement({ visionMeasurementId: 5, range: 'NEAR' });
    open(visionMeasurement(), [visionMeasurement(), near, before]);
    const rows = async (way: string) => {
      const table = await screen.findByRole('table', { name: `두 눈의 시력 변화 · ${way} 측정값` });
      return within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent);
    };
    expect(await rows('평소 시력')).toEqual([
      '2026-11-01 09:000.8안전수지(CF)',
      '2025-11-01 09:000.9–',
    ]);
    expect(await rows('나안시력')).toEqual(['2026-11-01 09:000.2–', '2025-11-01 09:00–0.1']);
  });

  it('draws no way of measuring that was used once', async () => {
    const before = visionMeasurement({
      visionMeasurementId: 6,
      measuredAt: '2025-11-01T09:00:00+09:00',
      rightUncorrected: null,
    });
    open(visionMeasurement(), [visionMeasurement(), before]);
    await screen.findByRole('table', { name: /평소 시력 측정값/ });
    expect(screen.queryByRole('table', { name: /나안시력 측정값/ })).toBeNull();
  });
});

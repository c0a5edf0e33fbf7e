import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { initialValues, ResourceForm } from '~/kernel/form/resource-form';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { HeartRateDetail } from './heart-rate-detail';
import { ALL_FIELDS, type HeartRate } from './heart-rate-fields';
import { heartRateMeasurements } from './heart-rate-resource';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/domain/time', () => ({ today: () => '2026-11-20' }));
vi.mock('~/kernel/chart/drawing', () => ({ default: () => <div data-testid="drawing" /> }));

const REST: HeartRate = {
  heartRateMeasurementId: 7,
  memberId: 1,
  memberNo: 'A1',
  memberName: '김하나',
  companyId: 3,
  companyName: '한빛',
  measuredAt: '2026-11-01T09:00:00+09:00',
  measuredAtOffset: 540,
  receivedAt: '2026-11-01T09:00:00+09:00',
  sex: 'FEMALE',
  age: 46,
  rate: 101,
  context: 'REST',
  grade: 'TACHYCARDIA',
  why: [
    {
      indicator: 'HEART_RATE',
      grade: 'TACHYCARDIA',
      ruleSet: 'heart-rate-rest',
      ruleVersion: 1,
      standing: 'PUBLISHED',
      source: 'RESTING_HEART_RATE',
      unit: '/min',
      value: 101,
      convertedFrom: null,
      raw: 101,
      lower: { cut: 100, inclusive: false },
      upper: null,
      sex: null,
      ageFrom: 18,
      ageTo: null,
      educationFrom: null,
      educationTo: null,
    },
  ],
  unusual: [],
  farFromLast: [],
  importJobId: null,
  trial: false,
  serviceId: null,
  externalDeviceId: null,
  updatedAt: '2026-11-01T09:00:00+09:00',
  version: 1,
  sourceId: null,
  ruleSet: 'heart-rate-rest',
  ruleVersion: 1,
  can: { update: { allowed: true, reason: null }, delete: { allowed: true, reason: null } },
};

function open(history: HeartRate[]): void {
  server = new FakeServer({ ListHeartRateMeasurements: () => pageOf(history) });
  renderRoutes([{ path: '/', element: <HeartRateDetail record={REST} /> }], '/');
}

it('says why a heart rate at rest has its grade, and for whom the bounds hold', () => {
  open([REST]);
  expect(screen.getAllByText('빈맥')[0]).toBeVisible();
  expect(screen.getByText(/^구간 \W*> 100\W*$/)).toBeVisible();
  expect(screen.getByText('만 18세 이상')).toBeVisible();
});

it('shows how the heart rate went, at rest with grades and after exercise without', async () => {
  const moved: HeartRate = {
    ...REST,
    heartRateMeasurementId: 6,
    measuredAt: '2026-10-01T09:00:00+09:00',
    rate: 140,
    context: 'AFTER_EXERCISE',
    grade: null,
  };
  open([REST, moved]);
  const table = await screen.findByRole('table', { name: /심박수 변화/ });
  const [, ...rows] = within(table).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    '2026-11-01 09:00101안정 시빈맥',
    '2026-10-01 09:00140운동 후–',
  ]);
});

it('asks whose a new one is before it is sent', async () => {
  const save = vi.fn(() => Promise.resolve());
  server = new FakeServer({});
  const form = (
    <ResourceForm
      fields={ALL_FIELDS}
      form={heartRateMeasurements.form ?? ''}
      mode="create"
      initial={{
        ...initialValues(ALL_FIELDS, undefined),
        measuredAt: REST.measuredAt,
        rate: 61,
        context: 'REST',
      }}
      save={save}
      onSaved={() => undefined}
      onCancel={() => undefined}
    />
  );
  renderRoutes([{ path: '/', element: form }]);
  await userEvent.click(await screen.findByRole('button', { name: '저장' }));
  expect(await screen.findByText('필수 입력 항목입니다.')).toBeVisible();
  expect(screen.getByRole('combobox', { name: /^회원/ })).toHaveAttribute('aria-invalid', 'true');
  expect(save).not.toHaveBeenCalled();
});

import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { useRecordId } from '~/kernel/resource/use-dialog-route';
import MeasurementsOfPerson from './measurements-of-person';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));

type Measurement = Answer<'GetPhysicalMeasurement'>;

const OF_FIRST: Measurement = {
  physicalMeasurementId: 5,
  memberId: 1,
  memberName: '김하나',
  memberNo: 'M-1',
  companyId: 1,
  companyName: '한빛',
  measuredAt: '2026-11-01T09:00:00+09:00',
  measuredAtOffset: 540,
  receivedAt: '2026-11-01T09:00:00+09:00',
  sex: 'FEMALE',
  age: 41,
  heightCm: null,
  weightKg: null,
  bmi: null,
  bmiGrade: null,
  obesityClass3: null,
  bodyFatPercent: null,
  bodyFatGrade: null,
  systolic: 118,
  diastolic: 76,
  bloodPressureGrade: null,
  bloodPressureClass: null,
  isolatedSystolic: null,
  pulse: null,
  setting: 'CLINIC',
  arm: null,
  posture: null,
  readingNumber: null,
  ruleSet: 'physical-kr',
  ruleVersion: 1,
  unusual: [],
  farFromLast: [],
  importJobId: null,
  trial: false,
  sourceId: null,
  serviceId: null,
  externalDeviceId: null,
  updatedAt: '2026-11-01T09:00:00+09:00',
  version: 1,
  can: { update: { allowed: false, reason: null }, delete: { allowed: false, reason: null } },
};

function OfAddress() {
  return <MeasurementsOfPerson owner={{ memberId: useRecordId() ?? 0 }} />;
}

it('never shows one member’s measurements as another’s, however soon the next member is opened', async () => {
  server = new FakeServer({
    ListPhysicalMeasurements: ({ query }) =>
      query?.memberId === 1 ? pageOf([OF_FIRST]) : new Promise(() => undefined),
  });
  const { router } = renderRoutes([{ path: '/members/:id', Component: OfAddress }], '/members/1');
  expect(await screen.findByText('118/76')).toBeVisible();
  await router.navigate('/members/2');
  await waitFor(() => {
    const asked = server.requestsOf('ListPhysicalMeasurements').map(({ query }) => query?.memberId);
    expect(asked).toEqual([1, 2]);
  });
  expect(screen.queryByText('118/76')).toBeNull();
});

import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { call } from '~/domain/client';
import { PrintView } from '~/kernel/measurement/print-view';
import type { MeasurementPrint } from '~/kernel/measurement/printed-kind';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import type { HeartRate } from './heart-rate-fields';
import { Component as HeartRateListPage } from './heart-rate-list-page';
import HeartRateSheets from './heart-rate-sheets';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/chart/drawing', () => ({ default: () => <div data-testid="drawing" /> }));

function heartRate(id: number, memberName: string): HeartRate {
  return {
    heartRateMeasurementId: id,
    memberId: id % 10,
    memberNo: `A${String(id)}`,
    memberName,
    companyId: 3,
    companyName: '한빛',
    measuredAt: `2026-10-${String(10 + id)}T09:00:00+09:00`,
    measuredAtOffset: 540,
    receivedAt: '2026-11-01T09:00:00+09:00',
    sex: 'FEMALE',
    age: 46,
    rate: 60 + id,
    context: 'REST',
    grade: 'NORMAL',
    why: [],
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
    can: { update: { allowed: false, reason: null }, delete: { allowed: false, reason: null } },
  };
}

const NONE = {
  physical: [],
  stress: [],
  vision: [],
  heartRate: [],
  dementia: [],
  psychological: [],
};

function openPrint(search: string, print: MeasurementPrint): void {
  server = new FakeServer({ PrintMeasurements: () => print });
  const kind = { word: 'HEART_RATE', Sheets: HeartRateSheets } as const;
  const view = (
    <PrintView
      search={search}
      kind={kind}
      ask={(body, signal) => call('PrintMeasurements', { body }, signal)}
    />
  );
  renderRoutes([{ path: '/', element: view }], '/');
}

it('asks once for all measurements, and draws each with what its person had', async () => {
  const [one, two, before] = [
    heartRate(1, '김하나'),
    heartRate(2, '이둘'),
    heartRate(11, '김하나'),
  ];
  openPrint('?kind=HEART_RATE&ids=2,1,9', {
    printed: { ...NONE, heartRate: [two, one] },
    trends: { ...NONE, heartRate: [before, one, two] },
  });
  const sheets = await screen.findAllByRole('article');
  expect(sheets.map((sheet) => sheet.getAttribute('aria-label'))).toEqual(['이둘', '김하나']);
  const [ofTwo, ofOne] = sheets;
  if (!ofTwo || !ofOne) throw new Error('no sheets');
  expect(within(ofOne).getByRole('table', { name: /심박수 변화/ })).toBeInTheDocument();
  expect(within(ofTwo).queryByRole('table', { name: /심박수 변화/ })).toBeNull();
  expect(within(ofOne).queryByRole('button')).toBeNull();
  expect(screen.getByText('찾을 수 없어 제외한 측정: 1건')).toBeVisible();
  expect(server.requestsOf('PrintMeasurements')).toEqual([
    { body: { kind: 'HEART_RATE', ids: [2, 1, 9] } },
  ]);
});

it('names the person on the sheets of a report link, which come without ids', () => {
  const ofLink = { ...heartRate(1, '김하나'), memberId: null, companyId: null };
  const print = { printed: { ...NONE, heartRate: [ofLink] }, trends: NONE };
  renderRoutes([{ path: '/', element: <HeartRateSheets print={print} /> }], '/');
  const sheet = screen.getByRole('article');
  expect(within(sheet).getByText('김하나')).toBeVisible();
  expect(sheet).not.toHaveTextContent('회원이 확인되지 않은 측정');
});

it('asks for nothing where nothing, or more than a hundred, is selected', () => {
  openPrint('?kind=HEART_RATE', { printed: NONE, trends: NONE });
  expect(screen.getByText('인쇄할 측정이 없습니다')).toBeVisible();
  expect(server.requestsOf('PrintMeasurements')).toEqual([]);
});

it('leads from the selected rows of a history to their print', async () => {
  const user = userEvent.setup();
  server = new FakeServer({
    ListHeartRateMeasurements: () => pageOf([heartRate(1, '김하나'), heartRate(2, '이둘')]),
  });
  renderRoutes([{ path: '/history/hr', element: <HeartRateListPage /> }], '/history/hr');
  await user.click(await screen.findByRole('checkbox', { name: '이둘 선택' }));
  expect(screen.getByText('선택 1건')).toBeVisible();
  expect(screen.getByRole('link', { name: '인쇄' })).toHaveAttribute(
    'href',
    '/history/print?kind=HEART_RATE&ids=2',
  );
  await user.click(screen.getByRole('checkbox', { name: '이 페이지 모두 선택' }));
  expect(screen.getByRole('checkbox', { name: '김하나 선택' })).toBeChecked();
  expect(screen.getByText('선택 2건')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '선택 해제' }));
  expect(screen.queryByRole('link', { name: '인쇄' })).toBeNull();
});

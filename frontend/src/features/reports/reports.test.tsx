import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { use, useEffect } from 'react';
import { expect, it, vi } from 'vitest';
import type { MeasurementPrint } from '~/kernel/measurement/printed-kind';
import { OnWhole } from '~/kernel/measurement/sheets';
import { FakeServer, pageOf, refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import '~/kernel/testing/unmeasured';
import { Component as ReportListPage } from './report-list-page';
import { Component as ReportPage } from './report-page';
import { ReportPrint } from './report-print';
import type { Report } from './report-resource';
import { REPORTS } from './screens';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: true, update: true, delete: true }),
}));

const NONE = {
  physical: [],
  stress: [],
  vision: [],
  heartRate: [],
  dementia: [],
  psychological: [],
};

function report(id: number, more: Partial<Report> = {}): Report {
  return {
    reportId: id,
    createdAt: '2026-11-02T10:00:00+09:00',
    accountName: '최판매',
    memberId: 31,
    memberName: '윤지우',
    companyName: '한빛 건강센터',
    kinds: ['STRESS', 'HEART_RATE'],
    comment: '다음 달에 다시 뵙겠습니다.',
    can: {
      update: { allowed: false, reason: 'forbidden' },
      delete: { allowed: true, reason: null },
    },
    ...more,
  };
}

it('lists who made a report of whom, what it has and how its comment begins', async () => {
  server = new FakeServer({ ListReports: () => pageOf([report(7)]) });
  renderRoutes([{ path: REPORTS.path, Component: ReportListPage }], REPORTS.path);
  const row = await screen.findByRole('row', { name: /윤지우/ });
  for (const word of ['한빛 건강센터', '스트레스 측정 결과', '최판매', '다음 달에'])
    expect(row).toHaveTextContent(word);
  // The remaining kinds are reachable by keyboard.
  const more = within(row).getByRole('note', { name: '심박 측정 결과' });
  expect(more).toHaveTextContent('+1');
  expect(more).toHaveAttribute('tabindex', '0');
  expect(within(row).queryByRole('button', { name: /수정|삭제/ })).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: '윤지우 선택' }));
  expect(screen.getByRole('link', { name: '인쇄' })).toHaveAttribute(
    'href',
    '/history/report/print?ids=7',
  );
});

it('sends the selected reports, each with a link of its own', async () => {
  const one = {
    memberId: 31,
    memberNo: 'A1',
    memberName: '윤지우',
    measurements: 1,
    address: 'y***@example.com',
    state: null,
    reportLinkId: null,
    token: null,
  };
  server = new FakeServer({
    ListReports: () => pageOf([report(7), report(8)]),
    SendStoredReports: () => ({ recipients: [one, one], leftOut: 1 }),
  });
  renderRoutes([{ path: REPORTS.path, Component: ReportListPage }], REPORTS.path);
  for (const box of await screen.findAllByRole('checkbox', { name: '윤지우 선택' }))
    await userEvent.click(box);
  await userEvent.click(screen.getByRole('button', { name: '보내기' }));
  const dialog = within(await screen.findByRole('dialog', { name: '보고서 보내기' }));
  expect(await dialog.findAllByText('윤지우')).toHaveLength(2);
  expect(dialog.getByText('보낼 수 없어 제외한 보고서: 1건')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: '보내기' }));
  await waitFor(() => {
    expect(server.requestsOf('SendStoredReports')).toMatchObject([
      { body: { ids: [7, 8], channel: 'EMAIL', dryRun: true } },
      { body: { ids: [7, 8], channel: 'EMAIL', dryRun: false } },
    ]);
  });
});

it('says that a report shows how it was, and offers to print and remove it and nothing else', async () => {
  server = new FakeServer({
    GetReport: () => report(7),
    DeleteReport: () => ({ revisionId: null }),
  });
  renderRoutes(
    [
      { path: `${REPORTS.path}/:id`, Component: ReportPage },
      { path: REPORTS.path, element: <p>all reports</p> },
    ],
    `${REPORTS.path}/7`,
  );
  expect(await screen.findByText(/이후에 측정이 수정되거나 삭제되어도/)).toBeVisible();
  expect(screen.getByText('다음 달에 다시 뵙겠습니다.')).toBeVisible();
  expect(screen.queryByRole('button', { name: '수정' })).toBeNull();
  expect(server.requestsOf('GetReport')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: '삭제' }));
  const dialog = await screen.findByRole('dialog', { name: '보고서 삭제' });
  // The person's name alone would read as if the person were removed.
  expect(dialog).toHaveTextContent('윤지우 (2026-11-02 10:00)');
  await userEvent.click(within(dialog).getByRole('button', { name: '삭제' }));
  expect(await screen.findByText('all reports')).toBeVisible();
  expect(server.requestsOf('DeleteReport')).toEqual([{ path: { reportId: 7 } }]);
});

it('reads a report no second time where its removal was refused', async () => {
  server = new FakeServer({ GetReport: () => report(7) });
  server.refuse('DeleteReport', refusal(10005, 403));
  renderRoutes([{ path: `${REPORTS.path}/:id`, Component: ReportPage }], `${REPORTS.path}/7`);
  await userEvent.click(await screen.findByRole('button', { name: '삭제' }));
  const dialog = await screen.findByRole('dialog', { name: '보고서 삭제' });
  await userEvent.click(within(dialog).getByRole('button', { name: '삭제' }));
  await waitFor(() => {
    expect(server.requestsOf('DeleteReport')).toHaveLength(1);
  });
  expect(await screen.findByText('다음 달에 다시 뵙겠습니다.')).toBeVisible();
  expect(server.requestsOf('GetReport')).toHaveLength(1);
});

/** Reports completion when the test triggers it. */
const waiting = new Set<() => void>();
function Slowly({ content }: { content: MeasurementPrint }) {
  const onWhole = use(OnWhole);
  useEffect(() => {
    if (onWhole) waiting.add(onWhole);
  }, [onWhole]);
  return <p>{content.printed.stress.length} drawn slowly</p>;
}

it('prints in the order of the address when every report is drawn, and says what was not found', async () => {
  waiting.clear();
  const content = { printed: NONE, trends: NONE };
  server = new FakeServer({
    PrintReports: () => [report(9, { content }), report(7, { content, comment: null })],
  });
  renderRoutes([{ path: '/', element: <ReportPrint ids={[9, 8, 7]} Content={Slowly} /> }]);
  const covers = await screen.findAllByRole('article', { name: '보고서' });
  const comments = covers.map((cover) => within(cover).queryByText(/다음 달에/));
  expect(comments.map((comment) => comment !== null)).toEqual([true, false]);
  expect(covers[0]).toHaveTextContent('기준일시 2026');
  expect(screen.getByText('찾을 수 없어 제외한 보고서: 1건')).toBeVisible();
  const button = screen.getByRole('button', { name: '인쇄' });
  const [first, second] = [...waiting];
  act(() => {
    first?.();
  });
  expect(button).toBeDisabled();
  act(() => {
    second?.();
  });
  await waitFor(() => {
    expect(button).toBeEnabled();
  });
  expect(server.requestsOf('PrintReports')).toEqual([{ body: { ids: [9, 8, 7] } }]);
});

it('asks for nothing where no report is selected', () => {
  server = new FakeServer({});
  renderRoutes([{ path: '/', element: <ReportPrint ids={[]} Content={Slowly} /> }]);
  expect(screen.getByText('인쇄할 보고서가 없습니다')).toBeVisible();
  expect(server.requestsOf('PrintReports')).toEqual([]);
});

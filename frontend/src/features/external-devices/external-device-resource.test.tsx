import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { Component as CreateDialog } from '~/kernel/resource/create-dialog';
import { Component as EditDialog } from '~/kernel/resource/edit-dialog';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import '~/kernel/testing/unmeasured';
import { Component as DeviceListPage } from './external-device-list-page';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: true, update: true, delete: true }),
}));

const DEVICES = '/app_management/external_device_management';
const permit = { allowed: true, reason: null };
const DEVICE: Answer<'GetExternalDevice'> = {
  externalDeviceId: 3,
  name: '팔뚝형 혈압계',
  maker: '한빛메디텍',
  model: 'HB-BP700',
  kind: 'BLOOD_PRESSURE_MONITOR',
  kindName: '혈압계',
  kindNames: [{ language: 'en', name: 'Blood pressure monitor' }],
  radioIds: [
    { kind: 'SERVICE', value: '1810' },
    { kind: 'NAME', value: 'HB-BP' },
  ],
  firmware: '1.8.2',
  memo: null,
  createdAt: '2026-11-01T09:00:00+09:00',
  updatedAt: '2026-11-02T10:00:00+09:00',
  version: 1,
  can: { update: permit, delete: permit },
};

function open(address: string) {
  server = new FakeServer({
    ListExternalDevices: () => pageOf([DEVICE]),
    GetExternalDevice: () => DEVICE,
    CreateExternalDevice: () => DEVICE,
    UpdateExternalDevice: () => DEVICE,
    ListCodeOptions: () => [
      { list: 'DEVICE_KIND', code: 'BLOOD_PRESSURE_MONITOR', name: '혈압계' },
      { list: 'DEVICE_KIND', code: 'VISION_TESTER', name: '시력 측정기' },
    ],
  });
  return renderRoutes(
    [
      {
        path: DEVICES,
        Component: DeviceListPage,
        children: [
          { path: 'new', Component: CreateDialog },
          { path: ':id/edit', Component: EditDialog },
        ],
      },
    ],
    address,
  );
}

const save = () => userEvent.click(screen.getByRole('button', { name: '저장' }));

describe('external devices', () => {
  it('are listed with their kind and by what they are found', async () => {
    open(`${DEVICES}?kind=BLOOD_PRESSURE_MONITOR&radioId=18`);
    const row = await screen.findByRole('row', { name: /HB-BP700/ });
    expect(row).toHaveTextContent('혈압계');
    expect(row).toHaveTextContent('1810');
    expect(row).toHaveTextContent('HB-BP');
    expect(server.requestsOf('ListExternalDevices')[0]?.query).toMatchObject({
      kind: 'BLOOD_PRESSURE_MONITOR',
      radioId: '18',
    });
  });

  it('have their kind by its code, and radio ids that come and go', async () => {
    open(`${DEVICES}/3/edit`);
    const dialog = await screen.findByRole('dialog', { name: '연동 기기 수정' });
    const kind = await within(dialog).findByRole('combobox', { name: '기기 종류' });
    await waitFor(() => {
      expect(kind).toHaveValue('혈압계');
    });
    await userEvent.click(kind);
    await userEvent.click(await screen.findByRole('option', { name: '시력 측정기' }));
    await userEvent.click(within(dialog).getByRole('button', { name: '1810 삭제' }));
    await userEvent.click(within(dialog).getByRole('button', { name: '식별 정보 추가' }));
    const values = within(dialog).getAllByRole('textbox', { name: '블루투스 식별 정보' });
    await userEvent.type(values[1] ?? dialog, '181d');
    await save();
    await waitFor(() => {
      expect(server.requestsOf('UpdateExternalDevice').map(({ body }) => body)).toMatchObject([
        {
          kind: 'VISION_TESTER',
          radioIds: [
            { kind: 'NAME', value: 'HB-BP' },
            { kind: 'SERVICE', value: '181d' },
          ],
          version: 1,
        },
      ]);
    });
  });

  it('are refused with a radio id that is none', async () => {
    open(`${DEVICES}/new`);
    await userEvent.click(await screen.findByRole('button', { name: '식별 정보 추가' }));
    await userEvent.type(screen.getByRole('textbox', { name: '블루투스 식별 정보' }), '18');
    await save();
    expect(await screen.findByText(/16진수 4자리나 8자리/)).toBeVisible();
    expect(server.requestsOf('CreateExternalDevice')).toEqual([]);
  });
});

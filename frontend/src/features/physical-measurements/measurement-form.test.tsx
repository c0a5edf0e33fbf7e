import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { measurement } from '~/kernel/measurement/testing/physical-measurement';
import { Component as EditDialog } from '~/kernel/resource/edit-dialog';
import { ResourceList } from '~/kernel/resource/resource-list';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { PRESSURE, type Measurement } from './measurement-fields';
import { measurementsOf } from './measurement-resource';
import { MEASUREMENTS } from './screens';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: true, update: true, delete: true }),
}));

const permit = { allowed: true, reason: null };
const TAKEN = measurement({
  arm: 'LEFT',
  posture: 'SITTING',
  readingNumber: 2,
  can: { update: permit, delete: permit },
});
const OF_PERSON = measurementsOf({ memberId: 1 });

async function edit(record: Measurement) {
  server = new FakeServer({
    ListPhysicalMeasurements: () => pageOf([record]),
    GetPhysicalMeasurement: () => record,
    UpdatePhysicalMeasurement: () => record,
  });
  renderRoutes(
    [
      {
        path: MEASUREMENTS.path,
        element: <ResourceList resource={OF_PERSON} />,
        children: [{ path: ':id/edit', Component: EditDialog }],
      },
    ],
    `${MEASUREMENTS.path}/1/edit`,
  );
  const dialog = within(await screen.findByRole('dialog', { name: '신체 측정 수정' }));
  await dialog.findByRole('textbox', { name: '수축기 혈압' });
  return dialog;
}

async function saved() {
  await userEvent.click(screen.getByRole('button', { name: '저장' }));
  await waitFor(() => {
    expect(server.requestsOf('UpdatePhysicalMeasurement')).toHaveLength(1);
  });
  return server.requestsOf('UpdatePhysicalMeasurement')[0]?.body;
}

describe('how a blood pressure was taken', () => {
  it('is entered beside the pressure', async () => {
    const dialog = await edit(TAKEN);
    expect(dialog.getByRole('combobox', { name: '측정 팔' })).toHaveValue('왼팔');
    expect(dialog.getByRole('textbox', { name: '측정 회차' })).toHaveValue('2');
    await userEvent.click(dialog.getByRole('combobox', { name: '자세' }));
    await userEvent.click(await screen.findByRole('option', { name: '누운 자세' }));
    expect(await saved()).toMatchObject({ arm: 'LEFT', posture: 'LYING', readingNumber: 2 });
  });

  it('is typed or pasted with both its values in one go', async () => {
    const user = userEvent.setup();
    const dialog = await edit(TAKEN);
    const systolic = dialog.getByRole('textbox', { name: '수축기 혈압' });
    const diastolic = dialog.getByRole('textbox', { name: '이완기 혈압' });
    await user.clear(systolic);
    await user.clear(diastolic);
    await user.type(systolic, '131/');
    await user.keyboard('84');
    expect(systolic).toHaveDisplayValue('131');
    expect(diastolic).toHaveDisplayValue('84');
    await user.click(systolic);
    await user.paste('118 / 76 mmHg');
    expect(await saved()).toMatchObject({ systolic: 118, diastolic: 76 });
  });

  it('is not asked for without one, and goes with it', async () => {
    const dialog = await edit(TAKEN);
    await userEvent.clear(dialog.getByRole('textbox', { name: '수축기 혈압' }));
    await userEvent.clear(dialog.getByRole('textbox', { name: '이완기 혈압' }));
    expect(dialog.queryByRole('combobox', { name: '측정 팔' })).toBeNull();
    expect(await saved()).toMatchObject({
      systolic: null,
      arm: null,
      posture: null,
      readingNumber: null,
    });
  });

  it.each([
    [{}, []],
    [{ pulse: 70, systolic: null }, []],
    [{ systolic: 124 }, ['arm', 'posture', 'readingNumber']],
  ])('with %j is asked for as %j', (values, asked) => {
    const names = PRESSURE.filter((field) => field.onlyIf?.(values) === true);
    expect(names.map(({ name }) => name)).toEqual(asked);
  });
});

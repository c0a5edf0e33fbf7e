import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { textKind } from '~/kernel/field/text-kind';
import type { AnyField, FormValues, ResourceRecord } from '~/kernel/resource/definition';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { inSections } from './form-section';
import { ResourceForm } from './resource-form';

const NAME: AnyField<ResourceRecord> = {
  name: 'name',
  label: 'company.name',
  kind: textKind,
  form: 'always',
};
const MEMO: AnyField<ResourceRecord> = {
  name: 'memo',
  label: 'company.memo',
  kind: textKind,
  form: 'always',
};

function open(fields: AnyField<ResourceRecord>[], initial: FormValues = { name: '', memo: '' }) {
  const save = vi.fn(() => Promise.resolve());
  const form = (
    <ResourceForm
      fields={fields}
      form="CompanySave"
      fixedValues={{ type: 'VENDOR' }}
      mode="create"
      initial={initial}
      save={save}
      onSaved={vi.fn()}
      onCancel={vi.fn()}
    />
  );
  renderRoutes([{ path: '/', element: form }], '/');
  return save;
}

const title = () => screen.getByRole('button', { name: '사전 설문' });

it('is closed until somebody opens it, and keeps what was entered when it is closed again', async () => {
  const save = open([NAME, { ...MEMO, section: 'stress.before' }]);
  expect(title()).toHaveAttribute('aria-expanded', 'false');
  expect(screen.getByLabelText('메모')).not.toBeVisible();
  await userEvent.click(title());
  await userEvent.type(screen.getByLabelText('메모'), '커피 두 잔');
  await userEvent.click(title());
  expect(screen.getByLabelText('메모')).not.toBeVisible();
  await userEvent.type(screen.getByLabelText(/^업체명/), '한빛');
  await userEvent.click(screen.getByRole('button', { name: '저장' }));
  expect(save).toHaveBeenCalledWith(
    expect.objectContaining({ name: '한빛', memo: '커피 두 잔' }),
    undefined,
  );
});

it('is open where something stands in it already', () => {
  open([NAME, { ...MEMO, section: 'stress.before' }], { name: '한빛', memo: '커피' });
  expect(screen.getByLabelText('메모')).toBeVisible();
});

it('opens where something in it is wrong', async () => {
  const save = open([{ ...NAME, section: 'stress.before' }, MEMO]);
  await userEvent.click(screen.getByRole('button', { name: '저장' }));
  expect(title()).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByLabelText(/^업체명/)).toBeVisible();
  expect(save).not.toHaveBeenCalled();
});

it('holds the neighbours of one title together', () => {
  const parts = inSections([
    { name: 'a' },
    { name: 'b', section: 'stress.before' },
    { name: 'c', section: 'stress.before' },
    { name: 'd' },
  ]);
  expect(parts.map(({ fields }) => fields.map(({ name }) => name).join(''))).toEqual([
    'a',
    'bc',
    'd',
  ]);
});

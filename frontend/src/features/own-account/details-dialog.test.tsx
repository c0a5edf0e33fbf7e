import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { findDraft } from '~/kernel/draft/drafts';
import { FakeServer, refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { Component as DetailsDialog } from './details-dialog';
import { OwnDetails } from './own-details';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));

const KEY = 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE';
vi.mock('~/kernel/session/account', async (original) => ({
  ...(await original<object>()),
  knownMe: () => ({ accountId: 7, draftKey: KEY }),
}));

vi.mock('~/domain/session', async (original) => ({
  ...(await original<object>()),
  authority: () => 'ADMIN',
}));

type Details = Answer<'GetOwnDetails'>;

function open() {
  let details: Details = {
    name: '김담당',
    phoneNumber: '010-1234-5678',
    email: null,
    version: 3,
  };
  const change = (parts: Partial<Details>) => (details = { ...details, ...parts });
  server = new FakeServer({
    GetOwnDetails: () => details,
    UpdateOwnDetails: ({ body }) => {
      const { name, phoneNumber, email } = { ...details, ...body };
      return change({ name, phoneNumber, email, version: details.version + 1 });
    },
  });
  renderRoutes(
    [
      {
        path: '/account_settings',
        Component: OwnDetails,
      },
      { path: '/account_settings/edit', Component: DetailsDialog },
    ],
    '/account_settings/edit',
  );
  return change;
}

const dialog = async () => within(await screen.findByRole('dialog', { name: '내 정보' }));

describe('the own details', () => {
  it('change the name without the password', async () => {
    open();
    const form = await dialog();
    const name = await form.findByLabelText(/^이름/);
    expect(form.queryByLabelText(/현재 비밀번호/)).toBeNull();
    await userEvent.type(name, '자');
    await userEvent.click(form.getByRole('button', { name: '저장' }));
    await waitFor(() => {
      expect(server.requestsOf('UpdateOwnDetails')).toHaveLength(1);
    });
    expect(server.requestsOf('UpdateOwnDetails')[0]?.body).toMatchObject({
      name: '김담당자',
      phoneNumber: '010-1234-5678',
      currentPassword: null,
      version: 3,
    });
  });

  it('ask for the password where the person comes to be reached otherwise, and say that it is wrong', async () => {
    open();
    const form = await dialog();
    await userEvent.type(await form.findByLabelText('이메일'), 'own@example.com');
    const password = form.getByLabelText(/현재 비밀번호/);
    expect(password).toHaveAccessibleDescription(/현재 비밀번호를 입력해주세요/);
    await userEvent.type(password, 'a wrong one');
    const fields = [{ path: 'currentPassword', code: 'wrongPassword', params: {} }];
    server.refuse('UpdateOwnDetails', refusal(11005, 401, { fields }));
    await userEvent.click(form.getByRole('button', { name: '저장' }));
    await waitFor(() => {
      expect(server.requestsOf('UpdateOwnDetails')[0]?.body).toMatchObject({
        email: 'own@example.com',
        currentPassword: 'a wrong one',
      });
    });
    expect(await form.findByText('비밀번호가 일치하지 않습니다.')).toBeVisible();
    await userEvent.clear(form.getByLabelText('이메일'));
    expect(form.queryByLabelText(/현재 비밀번호/)).toBeNull();
  });

  it('show what was changed meanwhile, and never the password', async () => {
    const change = open();
    const form = await dialog();
    const phone = await form.findByLabelText('전화번호');
    change({ phoneNumber: '010-9999-0000', version: 4 });
    server.refuse('UpdateOwnDetails', refusal(10008, 409));
    await userEvent.type(phone, '1');
    await userEvent.type(form.getByLabelText(/현재 비밀번호/), 'secret of mine');
    await userEvent.click(form.getByRole('button', { name: '저장' }));
    const choice = within(await form.findByRole('radiogroup', { name: '전화번호' }));
    expect(choice.getByRole('radio', { name: '저장된 값' })).toHaveAccessibleDescription(
      '010-9999-0000',
    );
    expect(screen.queryByText('secret of mine')).toBeNull();
  });

  it('are kept on the device until they are saved, but never the password', async () => {
    open();
    const form = await dialog();
    await userEvent.type(await form.findByLabelText('이메일'), 'own@example.com');
    await userEvent.type(form.getByLabelText(/현재 비밀번호/), 'secret of mine');
    const place = { accountId: 7, key: KEY, path: '/account_settings/edit' };
    await waitFor(async () => {
      const draft = await findDraft(place);
      expect(draft?.values).toMatchObject({ email: 'own@example.com', currentPassword: '' });
    });
    // Longer than the debounce after which input is stored.
    await new Promise((go) => setTimeout(go, 500));
    expect(JSON.stringify(await findDraft(place))).not.toContain('secret');
  });
});

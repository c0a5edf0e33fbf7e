import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { FakeServer, refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import TwoSteps from './two-steps';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));

const RECOVERY = ['AAAA-BBBB-CCCC', 'DDDD-EEEE-FFFF'];
const OFF: Answer<'GetTwoSteps'> = { confirmedAt: null, recoveryCodesLeft: 0, isDemanded: false };
const ON: Answer<'GetTwoSteps'> = {
  confirmedAt: '2026-11-01T09:00:00+09:00',
  recoveryCodesLeft: 9,
  isDemanded: false,
};
let state = OFF;

beforeEach(() => {
  state = OFF;
  server = new FakeServer({
    GetTwoSteps: () => state,
    BeginTwoSteps: () => ({ uri: 'otpauth://totp/UNO:lee?secret=ABCDEFGH', secret: 'ABCDEFGH' }),
    ConfirmTwoSteps: () => {
      state = ON;
      return { recoveryCodes: RECOVERY };
    },
    RenewRecoveryCodes: () => ({ recoveryCodes: RECOVERY }),
    EndTwoSteps: () => {
      state = OFF;
      return {};
    },
  });
  renderRoutes([{ path: '/', Component: TwoSteps }]);
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function begin() {
  await screen.findByRole('button', { name: '2단계 인증 설정' });
  await press('2단계 인증 설정');
  expect(screen.getByLabelText('현재 비밀번호')).toHaveFocus();
  await userEvent.keyboard('secret');
  await press('2단계 인증 설정');
}

describe('setting up the second step', () => {
  it('shows a code to scan and its key in groups, behind the password', async () => {
    await begin();
    expect(await screen.findByRole('img', { name: '인증 앱에 등록할 QR 코드' })).toBeVisible();
    expect(screen.getByText('ABCD EFGH')).toBeVisible();
    expect(server.requestsOf('BeginTwoSteps')).toEqual([{ body: { password: 'secret' } }]);
  });

  it('says that the password is wrong at its field', async () => {
    server.refuse('BeginTwoSteps', refusal(11005, 401));
    await begin();
    expect(await screen.findByText('비밀번호가 일치하지 않습니다.')).toBeVisible();
  });

  it('shows the recovery codes until their owner says that they are kept', async () => {
    await begin();
    await userEvent.type(await screen.findByLabelText('인증번호'), '123 456');
    await press('2단계 인증 켜기');
    for (const code of RECOVERY) expect(await screen.findByText(code)).toBeVisible();
    expect(server.requestsOf('ConfirmTwoSteps')).toEqual([{ body: { oneTimeCode: '123456' } }]);
    expect(screen.queryByRole('button', { name: '취소' })).toBeNull();
    expect(screen.getByRole('button', { name: '확인' })).toBeDisabled();
    await userEvent.click(screen.getByLabelText('복구 코드를 안전한 곳에 보관했습니다'));
    await press('확인');
    expect(await screen.findByText('사용 중')).toBeVisible();
    expect(screen.queryByText(RECOVERY[0] ?? '')).toBeNull();
  });

  it('begins anew where it took too long', async () => {
    await begin();
    server.refuse('ConfirmTwoSteps', refusal(10008, 409));
    await userEvent.type(await screen.findByLabelText('인증번호'), '123456');
    await press('2단계 인증 켜기');
    expect(await screen.findByText(/설정 시간이 지났거나/)).toBeVisible();
    await press('뒤로');
    expect(screen.getByLabelText('현재 비밀번호')).toHaveValue('');
  });
});

describe('a second step that is on', () => {
  beforeEach(async () => {
    await begin();
    await userEvent.type(await screen.findByLabelText('인증번호'), '123456');
    await press('2단계 인증 켜기');
    await userEvent.click(await screen.findByRole('checkbox'));
    await press('확인');
    await screen.findByText('남은 복구 코드: 9개');
  });

  it('makes new recovery codes for a code', async () => {
    await press('새 복구 코드 만들기');
    await userEvent.type(screen.getByLabelText('인증번호 또는 복구 코드'), 'aaaa-bbbb-cccc');
    await press('새 복구 코드 만들기');
    expect(await screen.findByText(RECOVERY[1] ?? '')).toBeVisible();
    expect(server.requestsOf('RenewRecoveryCodes')).toEqual([
      { body: { oneTimeCode: 'aaaa-bbbb-cccc' } },
    ]);
  });

  it('is ended by password and code, each refused at its own field', async () => {
    await press('2단계 인증 끄기');
    await userEvent.type(screen.getByLabelText('현재 비밀번호'), 'secret');
    await userEvent.type(screen.getByLabelText('인증번호 또는 복구 코드'), '123456');
    server.refuse('EndTwoSteps', refusal(11010, 401));
    await press('2단계 인증 끄기');
    await waitFor(() => {
      expect(screen.getByLabelText('인증번호 또는 복구 코드')).toBeInvalid();
    });
    expect(screen.getByLabelText('현재 비밀번호')).not.toBeInvalid();
  });
});

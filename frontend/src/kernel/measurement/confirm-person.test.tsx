import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { confirmPersonByQrCode, type QrSignInState } from '~/domain/person-code';
import { refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import ConfirmPerson from './confirm-person';

vi.mock('~/domain/person-code', () => ({ confirmPersonByQrCode: vi.fn() }));

const WAITING: QrSignInState = {
  phase: 'WAITING',
  qrCode: 'person_code',
  image: 'aW1hZ2U=',
  secondsLeft: 105,
};
const machine = { refresh: vi.fn(), stop: vi.fn() };
let tell: (state: QrSignInState) => void;

function say(state: QrSignInState) {
  act(() => {
    tell(state);
  });
}

const code = () => screen.queryByRole('img', { name: '측정자 확인용 QR 코드' });
const again = () => screen.getByRole('button', { name: 'QR 코드 새로고침' });

beforeEach(async () => {
  machine.refresh.mockReset();
  machine.stop.mockReset();
  vi.mocked(confirmPersonByQrCode)
    .mockReset()
    .mockImplementation((_, onChange) => {
      tell = onChange;
      return machine;
    });
  const dialog = <ConfirmPerson kind="HEART_RATE" id={7} version={3} onClose={vi.fn()} />;
  renderRoutes([{ path: '*', element: dialog }]);
  await userEvent.click(screen.getByRole('radio', { name: 'QR 코드' }));
});

it('asks for a code of the measurement, and shows it for as long as it holds', async () => {
  expect(confirmPersonByQrCode).toHaveBeenCalledWith(
    { kind: 'HEART_RATE', measurementId: 7, version: 3 },
    expect.any(Function),
  );
  expect(screen.getByRole('status')).toHaveTextContent('QR 코드를 만들고 있습니다.');
  say(WAITING);
  expect(code()).toHaveAttribute('src', 'data:image/png;base64,aW1hZ2U=');
  expect(screen.getByRole('timer')).toHaveTextContent('남은 시간 105초');
  await userEvent.click(again());
  expect(machine.refresh).toHaveBeenCalledOnce();
});

it('says that the measurement is the member’s once the person has agreed', async () => {
  say({ phase: 'SIGNING_IN' });
  expect(screen.getByRole('status')).toHaveTextContent('앱에서 응답했습니다.');
  expect(again()).toBeDisabled();
  say({ phase: 'SIGNED_IN' });
  expect(await screen.findByText('회원의 측정으로 연결했습니다.')).toBeInTheDocument();
});

it('says why nothing follows, and asks again only when staff do', async () => {
  say(WAITING);
  const fields = [{ path: 'qrCode', code: 'declined', params: {} }];
  const error = refusal(10004, 422, { fields }) as QrSignInState['error'];
  say({ phase: 'ISSUING', ...(error && { error }) });
  expect(screen.getByRole('alert')).toHaveTextContent('측정한 분이 동의하지 않았습니다.');
  expect(machine.stop).toHaveBeenCalled();
  expect(code()).toBeNull();
  await userEvent.click(again());
  expect(confirmPersonByQrCode).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('stops when staff choose to enter what the person says', async () => {
  await userEvent.click(screen.getByRole('radio', { name: '본인 정보 입력' }));
  expect(machine.stop).toHaveBeenCalled();
  expect(screen.getByLabelText(/생년월일/)).toBeInTheDocument();
});

import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startQrSignIn, type QrSignInState } from '~/domain/qr-sign-in';
import { authority } from '~/domain/session';
import { refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { useAuthority } from '~/kernel/session/session';
import UserMode from './user-mode';

vi.mock('~/domain/qr-sign-in', () => ({ startQrSignIn: vi.fn() }));
vi.mock('~/domain/session', () => ({
  signOut: vi.fn(),
  authority: vi.fn(() => 'ANONYMOUS'),
  noteActivity: () => Promise.resolve(Infinity),
  onSessionChange: () => () => undefined,
}));

const FAILED = '로그인에 실패했습니다. 나중에 다시 시도해주세요.';
const IMAGE = 'aW1hZ2U=';
const WAITING: QrSignInState = { phase: 'WAITING', qrCode: 'code', image: IMAGE, secondsLeft: 105 };

const machine = { refresh: vi.fn(), stop: vi.fn() };
let tell: (state: QrSignInState) => void;

function say(state: QrSignInState) {
  act(() => {
    tell(state);
  });
}

async function expectTold(text: string, times: number) {
  await waitFor(() => {
    expect(screen.getAllByText(text)).toHaveLength(times);
  });
}

function Page() {
  return useAuthority() === 'MEMBER' ? <p>signed in</p> : <UserMode />;
}

beforeEach(() => {
  machine.refresh.mockReset();
  machine.stop.mockReset();
  vi.mocked(authority).mockReturnValue('ANONYMOUS');
  vi.mocked(startQrSignIn).mockImplementation((onChange) => {
    tell = onChange;
    return machine;
  });
});

describe('signing in by QR code', () => {
  beforeEach(() => {
    renderRoutes([{ path: '*', Component: Page }], '/somewhere');
  });

  const image = () => screen.queryByRole('img', { name: '로그인용 QR 코드' });
  const refreshButton = () => screen.getByRole('button', { name: 'QR 코드 새로고침' });

  it('tells its three steps', () => {
    const steps = screen.getAllByRole('listitem');
    expect(steps).toHaveLength(3);
    expect(steps[1]).toHaveTextContent('My > 설정 > QR 로그인');
  });

  it('says that a code is on its way, and shows none', () => {
    say({ phase: 'ISSUING' });
    expect(screen.getByRole('status')).toHaveTextContent('QR 코드를 만들고 있습니다.');
    expect(image()).toBeNull();
    expect(screen.getByRole('timer')).toBeEmptyDOMElement();
  });

  it('shows the code with the seconds that it holds', () => {
    say(WAITING);
    expect(image()).toHaveAttribute('src', `data:image/png;base64,${IMAGE}`);
    expect(screen.getByRole('timer')).toHaveTextContent('남은 시간 105초');
    say({ ...WAITING, secondsLeft: 1 });
    expect(screen.getByRole('timer')).toHaveTextContent('남은 시간 1초');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('asks for a new code on request', async () => {
    say(WAITING);
    await userEvent.click(refreshButton());
    expect(machine.refresh).toHaveBeenCalledOnce();
  });

  it('says that no code could be had, and offers another try', async () => {
    say({ phase: 'ISSUING', issueFailed: true });
    expect(screen.getByRole('status')).toHaveTextContent('QR 코드를 불러오지 못했습니다.');
    await userEvent.click(refreshButton());
    expect(machine.refresh).toHaveBeenCalledOnce();
    say(WAITING);
    expect(screen.queryByText('QR 코드를 불러오지 못했습니다.')).toBeNull();
    expect(image()).toBeInTheDocument();
  });

  it('says that the code was confirmed, and lets nobody replace it meanwhile', () => {
    say(WAITING);
    say({ phase: 'SIGNING_IN', qrCode: 'code', image: IMAGE });
    expect(screen.getByRole('status')).toHaveTextContent('휴대폰에서 확인되었습니다.');
    expect(refreshButton()).toBeDisabled();
  });

  it('signs in at the main page and says so', async () => {
    window.history.replaceState(null, '', '/somewhere');
    say({ phase: 'SIGNING_IN' });
    await act(() => Promise.resolve());
    vi.mocked(authority).mockReturnValue('MEMBER');
    say({ phase: 'SIGNED_IN' });
    expect(await screen.findByText('성공적으로 로그인이 되었습니다.')).toBeVisible();
    expect(screen.getByText('signed in')).toBeVisible();
    expect(window.location.pathname).toBe('/');
    expect(machine.stop).toHaveBeenCalled();
  });

  it('tells a refused sign-in under the code and as a toast, and shows the next code', async () => {
    say({ phase: 'SIGNING_IN' });
    const error = Object.assign(refusal(10099, 500), {
      name: 'UnoError' as const,
      code: 10099,
      status: 500,
    });
    say({ phase: 'ISSUING', error });
    await expectTold(FAILED, 2);
    say(WAITING);
    expect(image()).toBeInTheDocument();
    expect(screen.getAllByText(FAILED)).toHaveLength(2);
    await userEvent.click(refreshButton());
    await expectTold(FAILED, 1);
  });

  it('tells a confirmed code that ended on its way as a failure too', async () => {
    say({ phase: 'SIGNING_IN' });
    say({ phase: 'ISSUING' });
    await expectTold(FAILED, 2);
  });
});

describe('leaving the signing in by QR code', () => {
  it('stops it', () => {
    const { unmount } = renderRoutes([{ path: '*', Component: UserMode }]);
    expect(startQrSignIn).toHaveBeenCalledOnce();
    expect(machine.stop).not.toHaveBeenCalled();
    unmount();
    expect(machine.stop).toHaveBeenCalledOnce();
  });

  it('while it signs in is no failure', async () => {
    const { router } = renderRoutes([
      { path: '/', Component: UserMode },
      { path: '/elsewhere', Component: () => <p>elsewhere</p> },
    ]);
    say({ phase: 'SIGNING_IN' });
    machine.stop.mockImplementation(() => {
      tell({ phase: 'STOPPED' });
    });
    await act(() => router.navigate('/elsewhere'));
    expect(screen.getByText('elsewhere')).toBeVisible();
    expect(screen.queryByText(FAILED)).toBeNull();
  });
});

describe('on a small screen', () => {
  beforeEach(() => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        Object.assign(new EventTarget(), {
          matches: query === '(max-width: 768px)',
          media: query,
        }) as MediaQueryList,
    );
    renderRoutes([{ path: '*', Component: UserMode }]);
  });

  it('there is no code, only the way to the app', () => {
    expect(screen.getByRole('button', { name: '앱 설치하기' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'QR 코드 새로고침' })).toBeNull();
    expect(startQrSignIn).not.toHaveBeenCalled();
  });
});

// Tests that a small form in a dialog asks before typed input is lost, and only then.
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { hasUnsaved } from '~/kernel/session/unsaved';
import { refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { DialogForm } from './dialog-form';

const send = vi.fn<() => Promise<void>>();

function Small() {
  const [name, setName] = useState('처음');
  const navigate = useNavigate();
  const leave = () => void navigate('/');
  // A moment later, like a dialog that closes by going back in the history.
  const sent = useMutation({ mutationFn: send, onSuccess: () => void setTimeout(leave, 50) });
  return (
    <DialogForm
      sent={sent}
      onSubmit={() => {
        sent.mutate();
      }}
      onCancel={leave}
      submitLabel="보내기"
      entered={name}
    >
      {() => (
        <TextInput
          label="이름"
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
          }}
        />
      )}
    </DialogForm>
  );
}

function open() {
  return renderRoutes(
    [
      { path: '/', element: null },
      { path: '/small', Component: Small },
    ],
    '/small',
  ).router;
}

const question = () => screen.queryByRole('dialog', { name: '저장하지 않은 내용이 있습니다' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('a small form', () => {
  it('is left at once while nothing was typed, or what was typed is taken back', async () => {
    const router = open();
    await userEvent.type(screen.getByLabelText('이름'), '가{backspace}');
    await press('취소');
    expect(router.state.location.pathname).toBe('/');
  });

  it('asks before what was typed is lost', async () => {
    const router = open();
    await userEvent.type(screen.getByLabelText('이름'), '가');
    expect(hasUnsaved()).toBe(true);
    await press('취소');
    expect(await screen.findByText('이 화면을 나가면 입력한 내용이 사라집니다.')).toBeVisible();
    await press('계속 작성');
    await waitFor(() => {
      expect(question()).toBeNull();
    });
    expect(screen.getByLabelText('이름')).toHaveValue('처음가');
    await act(() => router.navigate('/'));
    await userEvent.click(await screen.findByRole('button', { name: '나가기' }));
    expect(router.state.location.pathname).toBe('/');
    expect(hasUnsaved()).toBe(false);
  });

  it('asks nothing when it was sent, and asks again when it was refused', async () => {
    send.mockRejectedValueOnce(refusal(10005, 400)).mockResolvedValueOnce(undefined);
    const router = open();
    await userEvent.type(screen.getByLabelText('이름'), '가');
    await press('보내기');
    await screen.findByRole('alert');
    await press('취소');
    await screen.findByText('이 화면을 나가면 입력한 내용이 사라집니다.');
    await press('계속 작성');
    await waitFor(() => {
      expect(question()).toBeNull();
    });
    await press('보내기');
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/');
    });
    expect(question()).toBeNull();
  });
});

import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { useAsk } from './question';

it('what was asked is done once, also when the button is pressed again while the dialog closes', async () => {
  const onConfirm = vi.fn();
  function Opener() {
    const ask = useAsk();
    return (
      <button
        onClick={() => {
          ask({ title: '기록 삭제', text: '삭제할까요?', confirmLabel: '삭제', onConfirm });
        }}
      >
        지우기
      </button>
    );
  }
  renderRoutes([{ path: '/', Component: Opener }], '/', 'default');
  await userEvent.click(await screen.findByRole('button', { name: '지우기' }));
  const confirm = await screen.findByRole('button', { name: '삭제' });
  fireEvent.click(confirm);
  fireEvent.click(confirm);
  expect(confirm).toBeInTheDocument();
  expect(onConfirm).toHaveBeenCalledOnce();
});

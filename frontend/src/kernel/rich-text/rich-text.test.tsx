// Tests that readers see the empty lines of a text.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderRoutes } from '~/kernel/testing/render-routes';
import RichText from './rich-text';

const show = (html: string) => {
  renderRoutes([{ path: '/', element: <RichText html={html} /> }]);
};

it('draws every cell of a table, each with a line of its own where nothing is written in it', () => {
  show(
    '<table><tbody><tr><th><p>시간</p></th><th><p></p></th><th></th></tr>' +
      '<tr><td><p></p></td><td colspan="2"><p></p></td></tr></tbody></table>',
  );
  const [head, body] = screen.getAllByRole('row');
  const lines = (row?: HTMLElement) => [...(row?.children ?? [])].map((cell) => cell.innerHTML);
  expect(lines(head)).toEqual(['<p>시간</p>', '<p><br></p>', '<br>']);
  expect(lines(body)).toEqual(['<p><br></p>', '<p><br></p>']);
});

it('keeps an empty line between paragraphs, and adds none to what says something', () => {
  show('<p>하나</p><p></p><p>둘<br></p>');
  const text = screen.getByText('하나').parentElement;
  expect(text?.innerHTML).toBe('<p>하나</p><p><br></p><p>둘<br></p>');
});

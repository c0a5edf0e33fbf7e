// Tests states that are booleans for the server and words for the user.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { stateKind } from './flag-kind';
import { NOTHING } from './nothing';

it('a state is told by its word, in lists, forms and histories', () => {
  const kind = stateKind({ on: 'code.active', off: 'code.inactive' });
  const shown = [kind.show(true), kind.showEntered?.(false, {}), kind.showText?.('true')];
  renderRoutes([{ path: '/', element: shown.map((word, at) => <p key={at}>{word}</p>) }]);
  expect(screen.getAllByText('사용 중')).toHaveLength(2);
  expect(screen.getByText('사용 안 함')).toBeVisible();
  expect(kind.toQuery?.(['false'])).toBe(false);
});

it('the state that is of no account is not told', () => {
  expect(stateKind({ on: 'terms.isInForce' }).show(false)).toBe(NOTHING);
});

// How personal data are handled can be read by everybody, signed in or not, and nobody is asked who they are.
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterProvider } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { call, type Answer } from '~/domain/client';
// Loaded beforehand, so that no test waits for it.
import '~/features/terms/privacy-page';
import { chooseLanguage } from '~/kernel/i18n/i18n';
import { FakeServer } from '~/kernel/testing/fake-server';
import { makeConsoleRouter } from './console-pages';
import { makeLoginRouter } from './pages';

vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: vi.fn(),
}));

const PAGE = '/personalInformationProtection';
const EARLIER = [{ termsId: 3, edition: '1.0', effectiveFrom: '2025-03-01' }];

function terms(parts: Partial<Answer<'GetPublishedTerms'>> = {}): Answer<'GetPublishedTerms'> {
  return {
    termsId: 7,
    kind: 'PRIVACY',
    edition: '2.1',
    language: 'ko',
    content: '<h3>수집하는 항목</h3><img src=x onerror="alert(1)"><p>이름, 생년월일</p>',
    isRequired: true,
    effectiveFrom: '2026-11-01',
    earlier: EARLIER,
    ...parts,
  };
}

let server: FakeServer;

function open(makeRouter = makeLoginRouter, current = [terms()], search = '') {
  server = new FakeServer({
    ListCurrentTerms: () => current,
    GetPublishedTerms: () => terms({ ...EARLIER[0], content: '<p>옛 내용</p>', earlier: [] }),
  });
  vi.mocked(call).mockImplementation(server.call as typeof call);
  window.history.replaceState(null, '', PAGE + search);
  return render(
    <MantineProvider env="test">
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <RouterProvider router={makeRouter()} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

describe('the page about personal data', () => {
  afterEach(() => chooseLanguage('ko'));

  it.each([
    ['before signing in', makeLoginRouter],
    ['after signing in', makeConsoleRouter],
  ])('shows the terms in force, made harmless, %s', async (_, makeRouter) => {
    open(makeRouter);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('개인정보 처리방침');
    const article = screen.getByRole('article');
    expect(article).toHaveTextContent('버전 2.1 · 2026년 11월 1일 시행');
    expect(within(article).getByRole('heading', { name: '수집하는 항목' })).toBeVisible();
    expect(article.querySelector('img')).toBeNull();
    expect(server.asked).toEqual([
      { endpoint: 'ListCurrentTerms', request: { query: { kinds: ['PRIVACY'], language: 'ko' } } },
    ]);
  });

  it('leads to the editions before, and back to the one in force', async () => {
    open();
    await userEvent.click(await screen.findByRole('link', { name: /버전 1.0/ }));
    expect(await screen.findByText('옛 내용')).toBeVisible();
    expect(window.location.search).toBe('?terms=3');
    expect(screen.getByText('현재 시행 중인 버전이 아닙니다.')).toBeVisible();
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('버전 1.0');
    await userEvent.click(screen.getByRole('link', { name: /버전 2.1/ }));
    expect(await screen.findByText('이름, 생년월일')).toBeVisible();
    expect(screen.queryByText('현재 시행 중인 버전이 아닙니다.')).toBeNull();
  });

  it('asks in the visitor’s language, and says where there is only the Korean text', async () => {
    await chooseLanguage('en');
    open();
    expect(await screen.findByText('The text is shown in Korean.')).toBeVisible();
    expect(server.requestsOf('ListCurrentTerms')[0]?.query).toMatchObject({ language: 'en' });
    expect(screen.getByText('이름, 생년월일').closest('[lang]')).toHaveAttribute('lang', 'ko');
  });

  it('says that there is none where there is none', async () => {
    open(makeLoginRouter, []);
    expect(
      await screen.findByRole('heading', { name: '시행 중인 개인정보 처리방침이 없습니다' }),
    ).toBeVisible();
  });

  it('passes over an address that names no edition', async () => {
    open(makeLoginRouter, [terms()], '?terms=x');
    expect(await screen.findByText('이름, 생년월일')).toBeVisible();
    expect(server.requestsOf('GetPublishedTerms')).toEqual([]);
  });
});

// Tests that the privacy policy is readable with and without a session, and that it calls no
// endpoint about the account.
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, type Answer } from '~/domain/client';
// Imported up front, so that no test waits for it.
import '~/features/terms/privacy-page';
import { chooseLanguage } from '~/kernel/i18n/i18n';
import { FakeServer, refusal } from '~/kernel/testing/fake-server';
import { renderWithin } from '~/kernel/testing/render-within';
import { Pages } from './pages';

vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: vi.fn(),
}));

const who = vi.hoisted(() => ({ authority: 'ANONYMOUS' }));
vi.mock('~/domain/session', () => ({
  authority: () => who.authority,
  noteActivity: () => Promise.resolve(Infinity),
  onSessionChange: () => () => undefined,
  signIn: vi.fn(),
  signOut: vi.fn(),
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

function open(search = '', current = [terms()]) {
  server = new FakeServer({
    ListCurrentTerms: () => current,
    GetPublishedTerms: ({ path }) =>
      (path as { termsId: number }).termsId === 3
        ? terms({ ...EARLIER[0], content: '<p>옛 내용</p>', earlier: [] })
        : Promise.reject(refusal(10005, 404)),
  });
  vi.mocked(call).mockImplementation(server.call as typeof call);
  window.history.replaceState(null, '', PAGE + search);
  return renderWithin(<Pages />);
}

describe('the page about personal data', () => {
  beforeEach(() => {
    who.authority = 'ANONYMOUS';
  });
  afterEach(() => chooseLanguage('ko'));

  it.each([
    ['before signing in', 'ANONYMOUS'],
    ['as staff', 'MANAGER'],
    ['as a member', 'MEMBER'],
  ])('shows the terms in force, made harmless, %s', async (_, authority) => {
    who.authority = authority;
    open();
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('개인정보 처리방침');
    const article = screen.getByRole('article');
    expect(article).toHaveTextContent('버전 2.1 · 2026년 11월 1일 시행');
    expect(within(article).getByRole('heading', { name: '수집하는 항목' })).toBeVisible();
    expect(article.querySelector('img')).toBeNull();
    expect(server.asked).toEqual([
      { endpoint: 'ListCurrentTerms', request: { query: { kinds: ['PRIVACY'], language: 'ko' } } },
    ]);
  });

  it('leads to the editions before', async () => {
    open();
    const editions = await screen.findByRole('navigation', { name: '모든 버전' });
    const links = within(editions).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['버전 2.1 · 2026년 11월 1일 시행', PAGE],
      ['버전 1.0 · 2025년 3월 1일 시행', `${PAGE}?terms=3`],
    ]);
    expect(links[0]).toHaveAttribute('aria-current', 'page');
  });

  it('shows an edition before, says that it is over, and leads back', async () => {
    open('?terms=3');
    expect(await screen.findByText('옛 내용')).toBeVisible();
    expect(await screen.findByText('현재 시행 중인 버전이 아닙니다.')).toBeVisible();
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('버전 1.0');
    expect(screen.getByRole('link', { name: /버전 2.1/ })).toHaveAttribute('href', PAGE);
  });

  it('says of an edition that there is not that it cannot be found, and leads to those there are', async () => {
    open('?terms=4');
    expect(await screen.findByText('자료를 찾을 수 없습니다')).toBeVisible();
    expect(await screen.findByRole('link', { name: /버전 2.1/ })).toBeVisible();
  });

  it('asks in the visitor’s language, and says where there is only the Korean text', async () => {
    await chooseLanguage('en');
    open();
    expect(await screen.findByText('The text is shown in Korean.')).toBeVisible();
    expect(server.requestsOf('ListCurrentTerms')[0]?.query).toMatchObject({ language: 'en' });
    expect(screen.getByText('이름, 생년월일').closest('[lang]')).toHaveAttribute('lang', 'ko');
  });

  it('says that there is none where there is none', async () => {
    open('', []);
    expect(await screen.findByText('시행 중인 개인정보 처리방침이 없습니다')).toBeVisible();
    expect(
      screen.getByText('개인정보 처리방침이 시행되면 여기에서 확인할 수 있습니다.'),
    ).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('개인정보 처리방침');
    expect(document.title).toMatch(/^개인정보 처리방침 · /);
  });

  it('passes over an address that names no edition', async () => {
    open('?terms=x');
    expect(await screen.findByText('이름, 생년월일')).toBeVisible();
    expect(server.requestsOf('GetPublishedTerms')).toEqual([]);
  });
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { Component as CreateDialog } from '~/kernel/resource/create-dialog';
import { Component as DetailDialog } from '~/kernel/resource/detail-dialog';
import { Component as EditDialog } from '~/kernel/resource/edit-dialog';
// Imported up front, so that no test waits for it.
import '~/kernel/rich-text/rich-text';
import '~/kernel/rich-text/rich-text-editor';
import { FakeServer, pageOf, refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import '~/kernel/testing/unmeasured';
import { Component as TermsListPage } from './terms-list-page';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: true, update: true, delete: true }),
}));

const TERMS = '/system_management/terms_management';
const FIXED = '게시한 약관은 수정하거나 삭제할 수 없습니다.';
const permit = { allowed: true, reason: null };
const published = { allowed: false, reason: 'published' };

function terms(parts: Partial<Answer<'GetTerms'>> = {}): Answer<'GetTerms'> {
  return {
    termsId: 5,
    kind: 'PRIVACY',
    edition: '2.1',
    language: 'ko',
    content: '<h3>수집하는 항목</h3><p>이름</p>',
    isRequired: true,
    isInForce: false,
    consents: null,
    effectiveFrom: '2999-01-01',
    status: 'DRAFT',
    createdAt: '2026-11-01T09:00:00+09:00',
    updatedAt: '2026-11-02T10:00:00+09:00',
    version: 4,
    can: { update: permit, delete: permit },
    ...parts,
  };
}

function open(address: string, ...rows: Answer<'GetTerms'>[]) {
  const [first = terms()] = rows;
  server = new FakeServer({
    ListTerms: () => pageOf(rows),
    GetTerms: () => first,
    CreateTerms: () => first,
    UpdateTerms: () => first,
    ListTermsRevisions: () => pageOf([]),
  });
  return renderRoutes(
    [
      {
        path: TERMS,
        Component: TermsListPage,
        children: [
          { path: 'new', Component: CreateDialog },
          { path: ':id', Component: DetailDialog },
          { path: ':id/edit', Component: EditDialog },
        ],
      },
    ],
    address,
  );
}

const save = () => userEvent.click(screen.getByRole('button', { name: '저장' }));
async function choose(name: string, option: string): Promise<void> {
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('combobox', { name }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

describe('the list of terms', () => {
  it('says of each what it is, in which language, and since when it holds', async () => {
    open(TERMS, terms(), terms({ termsId: 6, kind: 'SERVICE', language: 'ar', isRequired: false }));
    await screen.findAllByText('2.1');
    const [, ...rows] = screen.getAllByRole('row');
    const cells = rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 7)
        .map((cell) => cell.textContent),
    );
    expect(cells).toEqual([
      ['개인정보 처리방침', '2.1', '한국어', '초안', '예', '2999-01-01', '–'],
      ['서비스 이용약관', '2.1', 'العربية', '초안', '아니요', '2999-01-01', '–'],
    ]);
  });

  it('says where there are none what follows from it, and leads to the first', async () => {
    open(TERMS);
    const title = await screen.findByText('아직 등록된 약관이 없습니다');
    expect(title).toBeVisible();
    expect(screen.getByText(/회원이 약관 동의 없이 가입하며.*‘게시’로 저장하면/)).toBeVisible();
    const [first] = screen.getAllByRole('link', { name: '약관 등록' }).slice(-1);
    if (first) await userEvent.click(first);
    expect(await screen.findByRole('dialog', { name: '약관 등록' })).toBeVisible();
  });

  it('says nothing of that where only the filter finds none', async () => {
    open(`${TERMS}?statuses=DRAFT`);
    expect(await screen.findByText('조건에 맞는 결과가 없습니다')).toBeVisible();
    expect(screen.queryByText(/약관 동의 없이/)).toBeNull();
  });

  it('asks the server for what its address says', async () => {
    open(
      `${TERMS}?kinds=PRIVACY&languages=ko&languages=en&statuses=DRAFT&startEffectiveFrom=2026-01-01`,
      terms(),
    );
    await screen.findAllByRole('row');
    expect(server.requestsOf('ListTerms')[0]?.query).toEqual({
      kinds: ['PRIVACY'],
      languages: ['ko', 'en'],
      statuses: ['DRAFT'],
      startEffectiveFrom: '2026-01-01',
      page: 0,
      pageSize: 20,
    });
  });

  it('says why what is published can be neither changed nor removed', async () => {
    const fixed = terms({ status: 'PUBLISHED', can: { update: published, delete: published } });
    open(TERMS, fixed, terms({ termsId: 6, edition: '2.2' }));
    const remove = await screen.findByRole('button', {
      name: '개인정보 처리방침 2.1 한국어 삭제',
    });
    expect(remove).toHaveAttribute('aria-disabled', 'true');
    const permitted = screen.getByRole('button', { name: /2.2 .* 삭제$/ });
    expect(remove).toHaveClass(permitted.className, { exact: true });
    await userEvent.hover(remove);
    expect(await screen.findByText(FIXED)).toBeInTheDocument();
  });
});

describe('the form of terms', () => {
  it('begins as a draft in Korean, and wants everything else', async () => {
    open(`${TERMS}/new`);
    await screen.findByRole('textbox', { name: '내용' });
    const dialog = screen.getByRole('dialog', { name: '약관 등록' });
    await save();
    const field = (role: string, name: string) => within(dialog).getByRole(role, { name });
    expect(field('combobox', '종류')).toBeInvalid();
    expect(field('textbox', '버전')).toBeInvalid();
    expect(field('textbox', '시행일')).toBeInvalid();
    expect(field('textbox', '내용')).toBeInvalid();
    expect(field('combobox', '언어')).toHaveValue('한국어');
    expect(field('combobox', '상태')).toHaveValue('초안');
    expect(server.requestsOf('CreateTerms')).toEqual([]);
  });

  it('says what publishing entails before it is done', async () => {
    open(`${TERMS}/5/edit`, terms());
    const version = await screen.findByRole('textbox', { name: '버전' });
    expect(screen.queryByText(FIXED)).toBeNull();
    await choose('상태', '게시');
    const dialog = screen.getByRole('dialog', { name: '약관 수정' });
    expect(within(dialog).getByRole('combobox', { name: '상태' })).toHaveAccessibleDescription(
      FIXED,
    );
    fireEvent.change(version, { target: { value: '2.2' } });
    await save();
    await waitFor(() => {
      expect(server.requestsOf('UpdateTerms').map(({ body }) => body)).toMatchObject([
        { kind: 'PRIVACY', edition: '2.2', status: 'PUBLISHED', isRequired: true, version: 4 },
      ]);
    });
  });

  it('shows under the day that it is over already, where the server says so', async () => {
    open(`${TERMS}/5/edit`, terms());
    await screen.findByRole('textbox', { name: '버전' });
    server.refuse(
      'UpdateTerms',
      refusal(10002, 422, { fields: [{ path: 'effectiveFrom', code: 'past', params: {} }] }),
    );
    await save();
    expect(await screen.findByText('오늘 또는 이후 날짜를 입력해주세요.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: '시행일' })).toBeInvalid();
  });

  it('previews the terms as they will be read', async () => {
    open(`${TERMS}/5/edit`, terms());
    await screen.findByRole('textbox', { name: '버전' });
    await userEvent.click(screen.getByRole('tab', { name: '미리보기' }));
    const preview = await screen.findByRole('tabpanel', { name: '미리보기' });
    expect(within(preview).getByText('개인정보 처리방침 2.1 한국어')).toBeVisible();
    expect(await within(preview).findByRole('heading', { name: '수집하는 항목' })).toBeVisible();
  });
});

describe('terms', () => {
  it('are shown with their content under what they are', async () => {
    open(`${TERMS}/5`, terms());
    const dialog = await screen.findByRole('dialog', { name: '개인정보 처리방침 2.1 한국어' });
    expect(await within(dialog).findByRole('heading', { name: '수집하는 항목' })).toBeVisible();
  });
});

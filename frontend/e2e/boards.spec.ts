// Announcements: written with formatting by an administrator, read by everybody as popups and by
// links.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { signedIn, type AccountName } from './accounts';

const BOARDS = '/system_management/board_management';
const MEMBERS = '/member_management/company_member_management';

test.use({ storageState: signedIn('admin') });

const editor = (page: Page) => page.getByRole('textbox', { name: '내용' });
const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: '글 서식' }).getByRole('button', { name, exact: true });

async function openForm(page: Page, name: string): Promise<void> {
  await page.goto(`${BOARDS}/new`);
  await page.getByRole('textbox', { name: '제목', exact: true }).fill(name);
  await page.getByRole('dialog').getByRole('combobox', { name: '분류' }).click();
  await page.getByRole('option', { name: '이벤트' }).click();
  await editor(page).click();
}

async function save(page: Page, done: string): Promise<void> {
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(page.getByText(done)).toBeVisible();
}

/** Returns the id of the board with this name, from the link in its row. */
async function idOf(page: Page, name: string): Promise<string> {
  const address = await page.getByRole('link', { name }).getAttribute('href');
  return /\d+$/.exec(address?.split('?')[0] ?? '')?.[0] ?? '';
}

async function asReader(browser: Browser, account: AccountName): Promise<Page> {
  const context = await browser.newContext({ storageState: signedIn(account) });
  return context.newPage();
}

async function remove(page: Page, name: string): Promise<void> {
  await page.goto(BOARDS);
  await page.getByRole('button', { name: `${name} 삭제` }).click();
  await page
    .getByRole('dialog', { name: '게시글 삭제' })
    .getByRole('button', { name: '삭제' })
    .click();
  await expect(page.getByText('삭제했습니다.')).toBeVisible();
}

/** Returns a function for the violations of the content security policy so far. */
async function watchPolicy(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      refused.push(`${violatedDirective} ${blockedURI}`);
    });
  });
  return () => page.evaluate<unknown>('window.refused');
}

test('an announcement written with formatting reaches another account as a popup', async ({
  page,
  browser,
}) => {
  // Uses three accounts, one after another.
  test.slow();
  const name = '겨울 걷기 행사';
  const refused = await watchPolicy(page);
  await openForm(page, name);
  await tool(page, '제목').click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type('함께 걸어요');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('매일 7천 보');
  await page.keyboard.press('Control+b');
  await page.keyboard.press('Enter');
  await tool(page, '가운데 맞춤').click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type('신청은 이달 말까지');
  await page.getByRole('switch', { name: '팝업' }).check({ force: true });
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul' }).format(new Date());
  await page.getByRole('textbox', { name: '팝업 시작일' }).fill(today);
  await page.getByRole('textbox', { name: '팝업 종료일' }).fill(today);
  await page.getByRole('tab', { name: '미리보기' }).click();
  const preview = page.getByRole('tabpanel', { name: '미리보기' });
  await expect(preview.getByText(`[이벤트] ${name}`)).toBeVisible();
  await expect(preview.getByText('신청은 이달 말까지')).toHaveCSS('text-align', 'center');
  await save(page, '등록했습니다.');
  const row = page.getByRole('row', { name });
  await expect(row).toContainText('게시 중');
  await expect(row).toContainText(`${today} ~ ${today}`);
  expect(await refused()).toEqual([]);
  const id = await idOf(page, name);

  const reader = await asReader(browser, 'retailer');
  await reader.goto(`${MEMBERS}?sex=FEMALE&page=1`);
  await reader.getByRole('button', { name: `${name} 보기` }).click();
  await expect(reader).toHaveURL(new RegExp(`sex=FEMALE&page=1&announcement=${id}$`));
  const dialog = reader.getByRole('dialog', { name: `[이벤트] ${name}` });
  await expect(dialog.getByRole('heading', { name: '함께 걸어요' })).toBeVisible();
  await expect(dialog.getByText('매일 7천 보')).toHaveCSS('font-weight', /^[67]00$/);
  await expect(dialog.getByText('신청은 이달 말까지')).toHaveCSS('text-align', 'center');
  const box = await dialog.boundingBox();
  expect(box?.width).toBe(697);
  expect(box?.height).toBe(720);
  await reader.goBack();
  await expect(dialog).toBeHidden();
  await expect(reader).toHaveURL(/sex=FEMALE&page=1$/);
  await expect(reader.getByRole('button', { name: `${name} 보기` })).toBeHidden();
  // An announcement that was read stays closed.
  await reader.reload();
  await expect(reader.locator('tbody tr').first()).toBeVisible();
  await reader.waitForLoadState('networkidle');
  await expect(reader.getByRole('button', { name: `${name} 보기` })).toBeHidden();
  await reader.context().close();

  const member = await asReader(browser, 'member');
  await member.goto(`/?announcement=${id}`);
  const opened = member.getByRole('dialog', { name: `[이벤트] ${name}` });
  await expect(opened.getByText('매일 7천 보')).toBeVisible();
  await opened.getByRole('button', { name: '닫기' }).last().click();
  await expect(opened).toBeHidden();
  await expect(member).toHaveURL('/');
  await member.context().close();
  await remove(page, name);
});

const HOSTILE = [
  '<p>여기까지는 글입니다</p>',
  '<script>window.hacked = 1</script>',
  '<img src=x onerror="window.hacked = 2">',
  '<svg onload="window.hacked = 3"><a xlink:href="javascript:window.hacked = 4"><text y="20">눌러보세요</text></a></svg>',
  '<a href="javascript:window.hacked = 5">나쁜 링크</a>',
  '<iframe srcdoc="<script>parent.hacked = 6</script>"></iframe>',
  '<form action="https://evil.example"><input name="password" autofocus onfocus="window.hacked = 7"></form>',
  '<div style="position:fixed;inset:0;background:red" onmouseover="window.hacked = 8">가리개</div>',
  '<style>body { display: none }</style><base href="https://evil.example/">',
  '<details open ontoggle="window.hacked = 9">펼침</details>',
].join('');

async function expectHarmless(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('여기까지는 글입니다')).toBeVisible();
  const text = dialog.getByRole('region', { name: '공지 내용' });
  await expect(
    text.locator('script, svg, iframe, form, input, style, base, details, [style]'),
  ).toHaveCount(0);
  expect(
    await text.evaluate((root) =>
      [...root.querySelectorAll('*')].flatMap((element) =>
        element.getAttributeNames().filter((attribute) => attribute.startsWith('on')),
      ),
    ),
  ).toEqual([]);
  await expect(dialog.getByText('나쁜 링크')).not.toHaveAttribute('href');
  await dialog.getByText('나쁜 링크').click();
  expect(await page.evaluate<unknown>('window.hacked')).toBeUndefined();
}

test('hostile HTML is harmless on the page, whether the server has cleaned it or not', async ({
  page,
  browser,
}) => {
  const name = '나쁜 공지';
  const asking = page.waitForRequest('**/api/v1/admin-boards?**');
  await page.goto(BOARDS);
  const authorization = (await (await asking).headerValue('authorization')) ?? '';
  const answer = await page.request.post('/api/v1/admin-boards', {
    headers: { authorization },
    data: { category: 'NOTICE', name, content: HOSTILE, isPopup: false },
  });
  expect(answer.status()).toBe(200);
  const { adminBoardId: id, content } = (await answer.json()) as {
    adminBoardId: number;
    content: string;
  };
  expect(content).not.toMatch(/<script|onerror|javascript:|<iframe/);

  const reader = await asReader(browser, 'retailer');
  const address = `/?announcement=${String(id)}`;
  await reader.goto(address);
  await expectHarmless(reader);

  // The same if the server had sanitised nothing.
  await reader.route(`**/api/v1/announcements/${String(id)}`, async (route) => {
    const clean = await route.fetch();
    const announcement = (await clean.json()) as object;
    await route.fulfill({ response: clean, json: { ...announcement, content: HOSTILE } });
  });
  await reader.goto(address);
  await expectHarmless(reader);
  await reader.context().close();
  await remove(page, name);
});

test('looking at the preview loses nothing of what is being written', async ({ page }) => {
  await openForm(page, '미리 본 공지');
  await page.keyboard.type('여기까지 쓰고 ');
  await page.getByRole('tab', { name: '미리보기' }).click();
  const preview = page.getByRole('tabpanel', { name: '미리보기' });
  await expect(preview.getByText('여기까지 쓰고')).toBeVisible();
  await page.getByRole('tab', { name: '작성' }).click();
  await expect(page.getByRole('textbox', { name: '제목', exact: true })).toHaveValue(
    '미리 본 공지',
  );
  await expect(editor(page)).toContainText('여기까지 쓰고');
  await editor(page).press('Control+End');
  await page.keyboard.type('더 쓴 글');
  await expect(editor(page)).toContainText('여기까지 쓰고 더 쓴 글');
  await tool(page, '실행 취소').click();
  await expect(editor(page)).not.toContainText('더 쓴 글');
});

test('opening a board changes nothing, and taking a change back leaves nothing to save', async ({
  page,
}) => {
  await page.goto(BOARDS);
  await page.getByRole('button', { name: /수정$/ }).first().click();
  await expect(editor(page)).toBeVisible();
  await editor(page).press('End');
  await page.keyboard.type('덧붙임');
  await expect(editor(page)).toContainText('덧붙임');
  await page.getByRole('button', { name: '취소', exact: true }).click();
  const question = page.getByRole('dialog', { name: '저장하지 않은 내용이 있습니다' });
  await question.getByRole('button', { name: '계속 작성' }).click();
  await tool(page, '실행 취소').click();
  await expect(editor(page)).not.toContainText('덧붙임');
  await page.getByRole('button', { name: '취소', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(BOARDS);
});

test('the editor is used by keyboard alone, and Escape closes only what lies on top', async ({
  page,
}) => {
  await openForm(page, '글쇠로 쓴 공지');
  await page.keyboard.type('도움말');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+k');
  const address = page.getByRole('textbox', { name: '주소' });
  await expect(address).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(address).toBeHidden();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(address).toBeFocused();
  await page.keyboard.type('uno.example');
  await page.keyboard.press('Enter');
  await expect(editor(page).getByRole('link', { name: '도움말' })).toHaveAttribute(
    'href',
    'https://uno.example',
  );
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Alt+F10');
  await expect(tool(page, '실행 취소')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect(tool(page, '표')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(editor(page).getByRole('table')).toBeVisible();
  await expect(editor(page)).toBeFocused();
  await tool(page, '표').click();
  await expect(page.getByRole('menuitem', { name: '행 삭제' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: '행 삭제' })).toBeHidden();
  await expect(page.getByRole('dialog', { name: '게시글 등록' })).toBeVisible();
});

test('what is wrong stands under its field, and a popup needs its days', async ({ page }) => {
  await page.goto(`${BOARDS}/new`);
  await page.getByRole('switch', { name: '팝업' }).check({ force: true });
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(page.getByRole('textbox', { name: '제목', exact: true })).toBeFocused();
  await expect(editor(page)).toHaveAccessibleDescription('필수 입력 항목입니다.');
  await expect(page.getByRole('textbox', { name: '팝업 시작일' })).toHaveAccessibleDescription(
    '필수 입력 항목입니다.',
  );
});

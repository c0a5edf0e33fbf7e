// The example of the installed package, the member's phone, in Korean and English.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { launch, openPage } from './chromium.js';
import { consumer } from './consumer.js';
import { CODE, ENDED_CODE } from './fake-api.js';
import { film, photo } from './pictures.js';
import { API, serve } from './site.js';

describe('the member’s phone', () => {
  /** @type {import('playwright-core').Browser} */
  let browser;
  /** @type {import('./site.js').Site} */
  let site;
  /** @type {import('playwright-core').Page} */
  let page;
  before(async () => {
    const folder = consumer({});
    const camera = join(folder, 'camera.y4m');
    writeFileSync(camera, film(CODE));
    browser = await launch([
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${camera}`,
    ]);
    site = await serve(join(folder, 'node_modules/@uno/core'));
  });
  after(async () => {
    await browser.close();
    await site.close();
  });

  /** @param {string} locale */
  async function open(locale) {
    page = await openPage(browser, { locale, viewport: { width: 390, height: 844 }, timezoneId: 'Asia/Seoul' });
    await page.goto(`${site.address}/examples/webview/?api=${API}`);
  }
  /** @param {string} name */
  const heading = (name) => page.getByRole('heading', { name, exact: true }).waitFor();
  /** @param {string} name */
  const press = (name) => page.getByRole('button', { name, exact: true }).click();
  async function signIn() {
    await page.getByLabel('아이디').fill('member');
    await page.getByLabel('비밀번호').fill('secret');
    await press('로그인');
    await heading('QR 로그인');
  }
  /**
   * Blocks every request to an address while a function runs.
   *
   * @param {string} address
   * @param {() => Promise<void>} meanwhile
   */
  async function without(address, meanwhile) {
    await page.route(address, (route) => route.abort());
    await meanwhile();
    await page.unroute(address);
  }
  /** @param {string} code */
  async function paste(code) {
    await page.getByText('코드 직접 입력').click();
    await page.getByLabel('코드', { exact: true }).fill(code);
    await press('확인');
  }

  describe('in Korean', () => {
    beforeEach(async () => {
      await open('ko-KR');
    });

    test('what is missing or wrong is said where it is', async () => {
      await press('로그인');
      await page.getByText('아이디를 입력해주세요.').waitFor();
      await page.getByText('비밀번호를 입력해주세요.').waitFor();
      await page.getByLabel('아이디').fill('member');
      await page.getByLabel('비밀번호').fill('wrong');
      await press('로그인');
      await page.getByText('비밀번호가 일치하지 않습니다.').waitFor();
      assert.equal(await page.getByText('아이디를 입력해주세요.').count(), 0);
    });

    test('a pasted code shows which browser asks, and is confirmed', async () => {
      await signIn();
      await page.getByText('김하늘').waitFor();
      await paste(` ${CODE} `);
      await heading('이 브라우저에서 로그인할까요?');
      const details = await page.locator('#asking dd').allTextContents();
      assert.deepEqual(details, ['Chrome · Windows', '203.0.113.7', '26. 11. 21. 오전 11:00:00']);
      const sent = page.waitForRequest(/confirm$/);
      await press('로그인 승인');
      await heading('로그인을 승인했습니다');
      assert.deepEqual((await sent).postDataJSON(), { qrCode: CODE, approved: true });
    });

    test('a code is declined', async () => {
      await signIn();
      await paste(CODE);
      const sent = page.waitForRequest(/confirm$/);
      await press('거절');
      await heading('로그인을 거절했습니다');
      assert.deepEqual((await sent).postDataJSON(), { qrCode: CODE, approved: false });
    });

    test('a code in a photo is read', async () => {
      await signIn();
      await page.getByLabel('사진에서 읽기').setInputFiles(photo(CODE));
      await heading('이 브라우저에서 로그인할까요?');
    });

    test('a code before the camera is read, and the camera goes off', async () => {
      await signIn();
      await press('카메라 켜기');
      await heading('이 브라우저에서 로그인할까요?');
      assert.equal(await page.locator('video').evaluate((video) => Reflect.get(video, 'srcObject')), null);
    });

    test('other codes and those that have ended are told apart', async () => {
      await signIn();
      await page.getByLabel('사진에서 읽기').setInputFiles(photo('https://example.com'));
      await page.getByText('UNO 로그인용 QR 코드가 아닙니다.').waitFor();
      await page.getByLabel('사진에서 읽기').setInputFiles(photo(ENDED_CODE));
      await page.getByText('만료되었거나 이미 사용된 코드입니다.').waitFor();
    });

    test('the member stays signed in, until signing out', async () => {
      await signIn();
      await page.reload();
      await heading('QR 로그인');
      await press('로그아웃');
      await heading('회원 로그인');
      await page.reload();
      await heading('회원 로그인');
    });

    test('without a connection it says so and goes on afterwards', async () => {
      await signIn();
      await without(`${API}/**`, async () => {
        await paste(CODE);
        await page.getByText('서버에 연결할 수 없습니다.').waitFor();
      });
      await press('확인');
      await heading('이 브라우저에서 로그인할까요?');
    });

    test('a core that cannot be fetched can be tried again', async () => {
      await without('**/*.wasm', async () => {
        await page.reload();
        await heading('시작하지 못했습니다');
      });
      await press('다시 시도');
      await heading('회원 로그인');
    });

    test('the language is changed at once and kept', async () => {
      await press('English');
      await heading('Member sign-in');
      await page.reload();
      await heading('Member sign-in');
      assert.equal(await page.locator('html').getAttribute('lang'), 'en');
    });
  });

  test('it speaks English where the device does not speak Korean', async () => {
    await open('de-DE');
    await heading('Member sign-in');
  });
});

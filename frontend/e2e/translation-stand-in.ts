// Stands in for the script of the machine-translation widget. It speaks the widget's protocol and does what
// the widget does to a page: it puts a language before each text instead of translating it, and shows a banner.
import type { Page } from '@playwright/test';

export const SCRIPT = '/stand-in/translate.js';

interface Options {
  includedLanguages: string;
}

interface StandInWindow {
  google: { translate: { TranslateElement: unknown } };
  [callback: string]: unknown;
}

/** Runs in the page. */
function widget(): void {
  const originals = new Map<Text, string>();

  function translate(language: string): void {
    for (const element of document.querySelectorAll('[translate="yes"]')) {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      for (const text of found) {
        const original = originals.get(text) ?? text.data;
        // The widget puts an element of its own in the text's place.
        const translated = document.createElement('span');
        translated.textContent = language === '' ? original : `[${language}] ${original}`;
        originals.set(translated.firstChild as Text, original);
        text.replaceWith(translated);
      }
    }
  }

  function showBanner(): void {
    const banner = document.createElement('div');
    banner.className = 'skiptranslate';
    const frame = document.createElement('iframe');
    frame.className = 'skiptranslate';
    frame.title = 'Translated';
    banner.append(frame);
    document.body.append(banner);
    document.body.style.top = '40px';
  }

  function TranslateElement(options: Options, containerId: string): void {
    const combo = document.createElement('select');
    combo.className = 'goog-te-combo';
    for (const language of ['', ...options.includedLanguages.split(',')]) {
      if (language !== 'ko') combo.append(new Option(language, language));
    }
    combo.addEventListener('change', () => {
      translate(combo.value);
      if (combo.value !== '') showBanner();
    });
    document.getElementById(containerId)?.append(combo);
  }

  const script = document.currentScript as HTMLScriptElement;
  const callback = new URL(script.src).searchParams.get('cb') ?? '';
  const page = window as unknown as StandInWindow;
  page.google = { translate: { TranslateElement } };
  (page[callback] as () => void)();
}

/** Serves the stand-in and counts how often it is asked for. */
export async function serveStandIn(page: Page): Promise<() => number> {
  let asked = 0;
  await page.route(`**${SCRIPT}*`, async (route) => {
    asked += 1;
    await route.fulfill({ contentType: 'text/javascript', body: `(${widget.toString()})()` });
  });
  return () => asked;
}

// A stub of the machine-translation widget and its hosts, for environments without network access.
// It follows the widget's protocol and has the same effects on a page: it loads another script, a
// style sheet, a frame and data from its own origin, prefixes each text with the language instead
// of translating it, and shows a banner. If run with a port, it serves itself there, for manual
// tests of a console.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Options {
  includedLanguages: string;
}

interface StandInWindow {
  google: { translate: { TranslateElement: unknown } };
  [name: string]: unknown;
}

/**
 * Runs in the page. With `further` it also loads from its own origin and records in the page what
 * arrived.
 */
export function widget(further: boolean): void {
  const originals = new Map<Text, string>();

  function translate(language: string): void {
    for (const element of document.querySelectorAll('[translate="yes"]')) {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      for (const text of found) {
        const original = originals.get(text) ?? text.data;
        // The widget replaces the text with an element of its own.
        const translated = document.createElement('span');
        translated.textContent = language === '' ? original : `[${language}] ${original}`;
        originals.set(translated.firstChild as Text, original);
        text.replaceWith(translated);
      }
    }
  }

  function showBanner(address: string | undefined): void {
    const banner = document.createElement('div');
    banner.className = 'skiptranslate';
    const frame = document.createElement('iframe');
    frame.className = 'skiptranslate';
    frame.title = 'Translated';
    if (address !== undefined) frame.src = address;
    banner.append(frame);
    document.body.append(banner);
    document.body.style.top = '40px';
  }

  function loadFurther(origin: string): void {
    const note = (name: string) => () => {
      document.documentElement.dataset[name] = 'loaded';
    };
    const more = document.createElement('script');
    more.src = `${origin}/more.js`;
    more.onload = note('translationScript');
    const style = document.createElement('link');
    style.rel = 'stylesheet';
    style.href = `${origin}/widget.css`;
    style.onload = note('translationStyle');
    document.head.append(more, style);
    void fetch(`${origin}/translate`).then(note('translationData'), () => undefined);
  }

  const script = document.currentScript as HTMLScriptElement;
  const { origin, searchParams } = new URL(script.src);

  function TranslateElement(options: Options, containerId: string): void {
    const combo = document.createElement('select');
    combo.className = 'goog-te-combo';
    for (const language of ['', ...options.includedLanguages.split(',')]) {
      if (language !== 'ko') combo.append(new Option(language === '' ? '–' : language, language));
    }
    combo.addEventListener('change', () => {
      translate(combo.value);
      if (combo.value !== '') showBanner(further ? `${origin}/banner.html` : undefined);
    });
    document.getElementById(containerId)?.append(combo);
  }

  const page = window as unknown as StandInWindow;
  page.google = { translate: { TranslateElement } };
  if (further) loadFurther(origin);
  (page[searchParams.get('cb') ?? ''] as () => void)();
}

/** Returns the stub's source as a script. */
export function scriptText(further: boolean): string {
  return `(${widget.toString()})(${String(further)})`;
}

/** Serves the stub on a port of this machine, or on a free one. */
export async function serveStandInAt(port = 0): Promise<{ server: Server; origin: string }> {
  const files: Record<string, [kind: string, text: string]> = {
    '/widget.js': ['text/javascript', scriptText(true)],
    '/more.js': ['text/javascript', ''],
    '/widget.css': ['text/css', '.goog-te-combo { letter-spacing: 0.01em }'],
    '/banner.html': ['text/html', '<!doctype html><title>Translated</title>'],
    '/translate': ['application/json', '{}'],
  };
  const server = createServer((request, response) => {
    const [kind, text] = files[(request.url ?? '').split('?')[0] ?? ''] ?? [];
    if (kind === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': kind, 'access-control-allow-origin': '*' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.address() as AddressInfo;
  return { server, origin: `http://127.0.0.1:${String(taken)}` };
}

if (import.meta.main) await serveStandInAt(Number(process.argv[2]));

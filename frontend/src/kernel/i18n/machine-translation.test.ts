import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { activateLanguage } from './i18n';
import { startMachineTranslation, type MachineTranslation } from './machine-translation';
import { TRANSLATION_SLOT } from './translation-slot';

const READY = 'unoTranslationReady';

interface Options {
  pageLanguage: string;
  includedLanguages: string;
}

const chosen: string[] = [];
let given: Options | undefined;

/** A stub of the widget's script: renders a select in its container and records the choices. */
function StandIn(options: Options, containerId: string): void {
  given = options;
  const combo = document.createElement('select');
  combo.className = 'goog-te-combo';
  combo.append(...['', 'en', 'fr', 'zh-CN'].map((tag) => new Option(tag, tag)));
  combo.addEventListener('change', () => chosen.push(combo.value));
  document.getElementById(containerId)?.append(combo);
}

const script = () => document.querySelector<HTMLScriptElement>('script[src*="widget"]');
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('machine translation', () => {
  let widget: MachineTranslation;

  function becomeReady(): void {
    window.google = { translate: { TranslateElement: StandIn as never } };
    window[READY]?.();
  }

  beforeEach(() => {
    vi.useFakeTimers();
    chosen.length = 0;
    const slot = document.createElement('div');
    slot.id = TRANSLATION_SLOT;
    document.body.append(slot);
    widget = startMachineTranslation('https://translate.example/widget.js?x=1');
  });

  afterEach(() => {
    widget.stop();
    delete window.google;
    document.body.replaceChildren();
    vi.useRealTimers();
  });

  it('loads the script from its address and names what to call', () => {
    expect(script()?.src).toBe(`https://translate.example/widget.js?x=1&cb=${READY}`);
  });

  it('only logs when the script cannot be loaded', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    script()?.dispatchEvent(new Event('error'));
    expect(warned).toHaveBeenCalledOnce();
  });

  it('only logs when the script is not what it should be', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    window[READY]?.();
    expect(warned).toHaveBeenCalledOnce();
  });

  it('translates from Korean 300 ms after it is ready, not before', async () => {
    await activateLanguage('en');
    becomeReady();
    expect(given?.pageLanguage).toBe('ko');
    expect(given?.includedLanguages.split(',')).toHaveLength(14);
    await pass(299);
    expect(chosen).toEqual([]);
    await pass(1);
    expect(chosen).toEqual(['en']);
  });

  describe('that is ready', () => {
    beforeEach(async () => {
      await activateLanguage('en');
      becomeReady();
      await pass(1000);
      chosen.length = 0;
    });

    it('translates again 300 ms after the last of several changes', async () => {
      widget.pageChanged();
      await pass(200);
      widget.pageChanged();
      await pass(299);
      expect(chosen).toEqual([]);
      await pass(1);
      expect(chosen).toEqual(['en']);
    });

    it.each(['<div role="dialog">A dialog</div>', '<div><p translate="yes">내용</p></div>'])(
      'translates again when this appears, and when it goes: %s',
      async (html) => {
        const added = document.createElement('div');
        added.innerHTML = html;
        document.body.append(added);
        await pass(300);
        expect(chosen).toEqual(['en']);
        added.remove();
        await pass(300);
        expect(chosen).toEqual(['en', 'en']);
      },
    );

    it('does not take its own translations for a change', async () => {
      const content = document.createElement('p');
      content.setAttribute('translate', 'yes');
      document.body.append(content);
      await pass(1000);
      chosen.length = 0;
      content.append(document.createElement('span'));
      await pass(1000);
      expect(chosen).toEqual([]);
    });

    it('follows the language of the console', async () => {
      await activateLanguage('zh-CN');
      await pass(300);
      expect(chosen).toEqual(['zh-CN']);
      expect(document.cookie).toContain('googtrans=/ko/zh-CN');
    });

    it('shows what was written when the console is Korean again', async () => {
      await activateLanguage('ko');
      await pass(300);
      expect(chosen).toEqual(['']);
      expect(document.cookie).not.toContain('googtrans');
    });

    it('names the widget’s choice for who cannot see where it stands', () => {
      const combo = document.querySelector('.goog-te-combo');
      expect(combo).toHaveAccessibleName('Machine translation language');
    });

    it('takes the banner away a second after it appears, and the room that it took', async () => {
      const frame = document.createElement('div');
      frame.innerHTML = '<iframe class="skiptranslate"></iframe>';
      document.body.style.top = '40px';
      document.body.append(frame);
      await pass(999);
      expect(document.querySelector('iframe')).not.toBeNull();
      await pass(1);
      expect(document.querySelector('iframe')).toBeNull();
      expect(document.body.style.top).toBe('');
    });

    it('leaves nothing behind when the reader signs out', async () => {
      widget.stop();
      widget.pageChanged();
      expect(script()).toBeNull();
      expect(document.querySelector('.goog-te-combo')).toBeNull();
      await activateLanguage('fr');
      await pass(1000);
      expect(chosen).toEqual([]);
      expect(document.cookie).not.toContain('googtrans');
    });
  });
});

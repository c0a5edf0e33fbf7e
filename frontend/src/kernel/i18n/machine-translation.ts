// The machine-translation widget, which translates user-generated content. The page is marked
// translate="no" (index.html) and elements with such content translate="yes" (user-text.tsx); the
// widget respects these marks. It uses the protocol of the common website translator: a script that
// calls back when it is ready, a select with the languages, and a cookie.
import { chooseLanguage, currentLanguage, onLanguageChange, text } from './i18n';
import { FALLBACK_LANGUAGE, isLanguage, LANGUAGES } from './languages';
import { TRANSLATION_SLOT } from './translation-slot';

/** Debounce between a change of the page and its translation. */
const RETRIGGER_DELAY = 300;
/** Delay between the appearance of the widget's banner and its removal. */
const BANNER_TIME = 1000;

const READY = 'unoTranslationReady';
const COOKIE = 'googtrans';
const COMBO = 'select.goog-te-combo';
const BANNER = 'iframe.skiptranslate, iframe.goog-te-banner-frame, .goog-te-banner-frame';
/**
 * What requires a new translation: a dialog, content that is loaded late, the widget's own select.
 */
const CHANGES = `[role="dialog"], [translate="yes"], ${COMBO}`;

interface Widget {
  TranslateElement: new (options: WidgetOptions, containerId: string) => unknown;
}

interface WidgetOptions {
  pageLanguage: string;
  includedLanguages: string;
  autoDisplay: boolean;
}

declare global {
  interface Window {
    google?: { translate?: Widget };
    [READY]?: (() => void) | undefined;
  }
}

export interface MachineTranslation {
  /** Called when another page is shown. */
  pageChanged: () => void;
  stop: () => void;
}

/** Loads the widget and keeps it in sync with the console's language. Failures are only logged. */
export function startMachineTranslation(scriptAddress: string): MachineTranslation {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const retrigger = () => {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(translate, RETRIGGER_DELAY);
  };
  const changed = new MutationObserver((changes) => {
    if (changes.some(concernsContent)) retrigger();
    for (const banner of changes.flatMap(bannersIn)) takeAwayLater(banner);
    nameChoice();
  });
  const stopFollowing = onLanguageChange(retrigger);
  const container = document.getElementById(TRANSLATION_SLOT);

  window[READY] = () => {
    const { TranslateElement } = window.google?.translate ?? {};
    if (!TranslateElement) {
      console.warn('The translation widget has called back without being there');
      return;
    }
    new TranslateElement(
      {
        pageLanguage: FALLBACK_LANGUAGE,
        includedLanguages: LANGUAGES.map(({ tag }) => tag).join(),
        autoDisplay: false,
      },
      TRANSLATION_SLOT,
    );
    retrigger();
  };
  container?.addEventListener('change', switchLanguage);
  // The widget reads the cookie when it starts, so the first page is translated right away.
  writeCookie(currentLanguage());
  changed.observe(document.body, { childList: true, subtree: true });
  const script = scriptOf(scriptAddress);
  document.head.append(script);

  return {
    pageChanged: retrigger,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      stopFollowing();
      changed.disconnect();
      script.remove();
      container?.removeEventListener('change', switchLanguage);
      container?.replaceChildren();
      window[READY] = undefined;
      writeCookie(FALLBACK_LANGUAGE);
    },
  };
}

function scriptOf(address: string): HTMLScriptElement {
  const url = new URL(address, document.baseURI);
  url.searchParams.set('cb', READY);
  const script = document.createElement('script');
  script.src = url.href;
  script.async = true;
  script.addEventListener('error', () => {
    console.warn('The translation script could not be loaded', url.href);
  });
  return script;
}

/** A choice in the widget also changes the console's language. */
function switchLanguage(event: Event): void {
  // Ignores changes made by the console itself.
  if (!event.isTrusted || !(event.target instanceof HTMLSelectElement)) return;
  const chosen = event.target.value === '' ? FALLBACK_LANGUAGE : event.target.value;
  if (!isLanguage(chosen)) return;
  chooseLanguage(chosen).catch((error: unknown) => {
    console.warn('The language could not be loaded', error);
  });
}

/** Names the widget's select, which has no accessible name. */
function nameChoice(): void {
  document.querySelector(COMBO)?.setAttribute('aria-label', text('shell.machineTranslation'));
}

/** Makes the widget translate the current page into the console's language. */
function translate(): void {
  const language = currentLanguage();
  writeCookie(language);
  const combo = document.querySelector<HTMLSelectElement>(COMBO);
  if (!combo) return;
  const offered = [...combo.options].some((option) => option.value === language);
  // The page's original language is not always offered; then the empty option selects it.
  combo.value = offered ? language : '';
  combo.dispatchEvent(new Event('change', { bubbles: true }));
}

function writeCookie(language: string): void {
  const value = `/${FALLBACK_LANGUAGE}/${language}`;
  document.cookie =
    language === FALLBACK_LANGUAGE
      ? `${COOKIE}=; path=/; max-age=0; SameSite=Strict`
      : `${COOKIE}=${value}; path=/; SameSite=Strict`;
}

function elementsOf(nodes: NodeList): Element[] {
  return [...nodes].filter((node) => node instanceof Element);
}

function concernsContent({ addedNodes, removedNodes }: MutationRecord): boolean {
  return [...elementsOf(addedNodes), ...elementsOf(removedNodes)].some(
    (element) => element.matches(CHANGES) || element.querySelector(CHANGES) !== null,
  );
}

function bannersIn({ addedNodes }: MutationRecord): Element[] {
  return elementsOf(addedNodes).flatMap((element) =>
    element.matches(BANNER) ? [element] : [...element.querySelectorAll(BANNER)],
  );
}

/**
 * Removes the banner after a delay. It shifts the page with styles of the body, which are removed
 * with it.
 */
function takeAwayLater(banner: Element): void {
  setTimeout(() => {
    banner.remove();
    document.body.style.removeProperty('top');
    document.body.style.removeProperty('position');
    document.body.style.removeProperty('min-height');
  }, BANNER_TIME);
}

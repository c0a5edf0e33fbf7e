// On which pages the machine-translation widget runs. What it loads is let in by the security policy of the page
// that the browser has loaded, and that stays while the console changes its pages: crossing from a page with the
// widget to one without it, or back, therefore loads the page anew.
import { settings } from '~/domain/settings';

/** Whether the widget runs on the page of this path. */
export function isTranslated(path: string): boolean {
  const { translationScript, translationPages } = settings();
  if (translationScript === null) return false;
  return translationPages.some((page) => {
    const start = page.replace(/\/+$/, '');
    return path === start || path.startsWith(`${start}/`);
  });
}

const loadedTranslated = isTranslated(window.location.pathname);

/** Whether the page of this path needs another policy than the loaded one has. */
export function needsLoading(path: string): boolean {
  return isTranslated(path) !== loadedTranslated;
}

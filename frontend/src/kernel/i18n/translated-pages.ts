// The pages on which the machine-translation widget runs. The content security policy of the loaded
// document must allow the widget, and client-side navigation does not change that policy.
// Navigation between a page with and a page without the widget therefore reloads the document.
import { settings } from '~/domain/settings';

/** Returns whether the widget runs on the page of this path. */
export function isTranslated(path: string): boolean {
  const { translationScript, translationPages } = settings();
  if (translationScript === null) return false;
  return translationPages.some((page) => {
    const start = page.replace(/\/+$/, '');
    return path === start || path.startsWith(`${start}/`);
  });
}

const loadedTranslated = isTranslated(window.location.pathname);

/** Returns whether the page of this path needs another policy than the loaded document has. */
export function needsLoading(path: string): boolean {
  return isTranslated(path) !== loadedTranslated;
}

// The name of a menu entry. The server stores an installation's own names in all languages, but the
// product's names only in Korean; other languages translate those by address.
import { textIfKnown, useLanguage, useText } from '~/kernel/i18n/i18n';
import { FALLBACK_LANGUAGE } from '~/kernel/i18n/languages';
import type { Screen } from '~/kernel/screen/screen';
import { useMenu } from './account';

interface Named {
  fullUrl: string;
  name: string;
  isNameGiven: boolean;
}

export function useMenuName(): (item: Named) => string {
  const language = useLanguage();
  return (item) => menuName(item, language);
}

export function menuName({ fullUrl, name, isNameGiven }: Named, language: string): string {
  return isNameGiven && language !== FALLBACK_LANGUAGE
    ? (textIfKnown(`menu.${fullUrl}`) ?? name)
    : name;
}

interface Entry extends Named {
  childrenMenuItems: readonly Entry[];
}

function entryOf(items: readonly Entry[], path: string): Entry | undefined {
  for (const item of items) {
    const found = item.fullUrl === path ? item : entryOf(item.childrenMenuItems, path);
    if (found) return found;
  }
  return undefined;
}

/** Returns the name of a page: that of its menu entry or, without one, its own title. */
export function useScreenName({ path, title }: Pick<Screen, 'path' | 'title'>): string {
  const t = useText();
  const nameOf = useMenuName();
  // The frame around the page loads the menu.
  const entry = entryOf(useMenu({ asks: false }).data ?? [], path);
  return entry ? nameOf(entry) : (textIfKnown(`menu.${path}`) ?? t(title));
}

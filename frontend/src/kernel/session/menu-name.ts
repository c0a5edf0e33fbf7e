// What a menu entry is called: the server knows the names that the installation has given, in the reader's language too;
// those that the product has given it knows in Korean, and the other languages know them by their addresses.
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

/** What a page is called: as the entry that leads to it; where none does, as it calls itself. */
export function useScreenName({ path, title }: Pick<Screen, 'path' | 'title'>): string {
  const t = useText();
  const nameOf = useMenuName();
  // The frame around the page asks for it.
  const entry = entryOf(useMenu({ asks: false }).data ?? [], path);
  return entry ? nameOf(entry) : (textIfKnown(`menu.${path}`) ?? t(title));
}

// What a menu entry is called: the server knows the names that the installation has given, in the reader's language too;
// those that the product has given it knows in Korean, and the other languages know them by their addresses.
import { textIfKnown, useLanguage } from '~/kernel/i18n/i18n';
import { FALLBACK_LANGUAGE } from '~/kernel/i18n/languages';

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

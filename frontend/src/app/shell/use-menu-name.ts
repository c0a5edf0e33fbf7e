// What a menu entry is called: the server knows its Korean name, the other languages know it by its address.
import { textIfKnown, useLanguage } from '~/kernel/i18n/i18n';
import { FALLBACK_LANGUAGE } from '~/kernel/i18n/languages';

export function useMenuName(): (path: string, name: string) => string {
  const language = useLanguage();
  return (path, name) =>
    language === FALLBACK_LANGUAGE ? name : (textIfKnown(`menu.${path}`) ?? name);
}

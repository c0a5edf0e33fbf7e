// What a menu entry is called: the server knows its Korean name, the other languages know it by its address.
import { textIfKnown, useLanguage } from '~/kernel/i18n/i18n';
import { FALLBACK_LANGUAGE } from '~/kernel/i18n/languages';
import type { MenuItem } from './menu';

export function useMenuName(): (item: Pick<MenuItem, 'fullUrl' | 'name'>) => string {
  const language = useLanguage();
  return ({ fullUrl, name }) =>
    language === FALLBACK_LANGUAGE ? name : (textIfKnown(`menu.${fullUrl}`) ?? name);
}

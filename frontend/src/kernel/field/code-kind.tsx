// A code of one of the installation's code lists, shown by its name in the user's language.
import { call, type Answer, type Query } from '~/domain/client';
import { currentLanguage } from '~/kernel/i18n/i18n';
import type { Kind } from './kind';
import { optionKind, OptionName, WORDS } from './option-kind';

type CodeOption = Answer<'ListCodeOptions'>[number];

function optionsOf(list: CodeOption['list']) {
  const language = currentLanguage() as NonNullable<Query<'ListCodeOptions'>['language']>;
  return {
    queryKey: ['codes', 'options', list, language],
    ask: async (signal: AbortSignal) => {
      const found = await call('ListCodeOptions', { query: { lists: [list], language } }, signal);
      return found.map(({ code, name }) => ({ id: code, name }));
    },
  };
}

export function codeKind(list: CodeOption['list']): Kind {
  return {
    ...optionKind(() => optionsOf(list), WORDS),
    showText: (code) => <OptionName options={optionsOf(list)} id={code} />,
  };
}

/** Returns the name of a record's code in the user's language, or else in Korean. */
export function codeName(
  name: string,
  names: readonly { language: string; name: string }[],
): string {
  return names.find(({ language }) => language === currentLanguage())?.name ?? name;
}

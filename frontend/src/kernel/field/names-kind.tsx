// A name in the other languages. Without a name in a user's language, the Korean one is shown.
import { Input, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { FALLBACK_LANGUAGE, LANGUAGES } from '~/kernel/i18n/languages';
import type { InputProps, Kind } from './kind';
import { NOTHING } from './nothing';

interface Named {
  language: string;
  name: string;
}

function namesOf(value: unknown): readonly Named[] {
  return Array.isArray(value) ? (value as Named[]) : [];
}

const OTHERS = LANGUAGES.filter(({ tag }) => tag !== FALLBACK_LANGUAGE);

/** The hint states which name is used if a language is left empty. */
export function NamesInput({
  label,
  value,
  onChange,
  error,
  marks,
  hint = 'names.hint',
}: InputProps & { hint?: MessageKey }) {
  const t = useText();
  const id = useId();
  const names = namesOf(value);
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} error={error}>
      <Text size="sm" c="dimmed" mb={6}>
        {t(hint)}
      </Text>
      <SimpleGrid
        cols={{ base: 1, xs: 2 }}
        // In line with the columns of the form.
        spacing="md"
        verticalSpacing={6}
        role="group"
        aria-labelledby={id}
      >
        {OTHERS.map(({ tag, name: language, direction }, index) => (
          <TextInput
            key={tag}
            label={language}
            lang={tag}
            dir={direction}
            value={names.find((named) => named.language === tag)?.name ?? ''}
            onChange={(event) => {
              const name = event.currentTarget.value;
              const others = names.filter((named) => named.language !== tag);
              onChange(name.trim() === '' ? others : [...others, { language: tag, name }]);
            }}
            {...(index === 0 && { 'data-path': marks['data-path'] })}
          />
        ))}
      </SimpleGrid>
    </Input.Wrapper>
  );
}

export const namesKind: Kind = {
  show: (value) => {
    const names = namesOf(value);
    if (names.length === 0) return NOTHING;
    return (
      <ul style={{ margin: 0, paddingInlineStart: 18 }}>
        {names.map(({ language, name }) => (
          <li key={language} lang={language}>
            <bdi>{name}</bdi>
            {' · '}
            {LANGUAGES.find(({ tag }) => tag === language)?.name}
          </li>
        ))}
      </ul>
    );
  },
  entries: {
    of: (value) => new Map(namesOf(value).map(({ language, name }) => [language, name])),
    together: (names) => [...names].map(([language, name]) => ({ language, name })),
    nameOf: (tag) => LANGUAGES.find((language) => language.tag === tag)?.name ?? tag,
    show: (name) => (typeof name === 'string' ? name : NOTHING),
  },
  empty: [],
  wide: true,
  Input: NamesInput,
};

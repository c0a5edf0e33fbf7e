// The language picker: a native select, which every device shows in the way its owner knows.
import { NativeSelect } from '@mantine/core';
import { LanguageIcon, MoreIcon } from '~/ui/icons';
import { chooseLanguage, useLanguage, useText } from './i18n';
import { AVAILABLE_LANGUAGES } from './languages';

/** Compact where there is no room for more than the language's code. */
export function LanguageMenu({ compact = false }: { compact?: boolean }) {
  const t = useText();
  const language = useLanguage();
  return (
    <NativeSelect
      aria-label={t('shell.language')}
      size="xs"
      variant="unstyled"
      leftSection={<LanguageIcon size={16} stroke={1.6} aria-hidden />}
      leftSectionWidth={24}
      rightSection={<MoreIcon size={14} stroke={1.8} aria-hidden />}
      rightSectionWidth={20}
      w={compact ? 64 : 100}
      value={language}
      data={AVAILABLE_LANGUAGES.map(({ tag, name }) => ({
        value: tag,
        label: compact ? tag.toUpperCase() : name,
      }))}
      onChange={(event) => {
        void chooseLanguage(event.currentTarget.value);
      }}
    />
  );
}

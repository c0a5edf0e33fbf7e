// The language picker: a native select, which users know from their device.
import { NativeSelect } from '@mantine/core';
import { toast } from '~/kernel/toast/toast';
import { LanguageIcon, MoreIcon } from '~/ui/icons';
import { chooseLanguage, useLanguage, useText } from './i18n';
import classes from './language-menu.module.css';
import { LANGUAGES } from './languages';

/** In compact form it shows only the language's code; the list still has the names. */
export function LanguageMenu({ compact = false }: { compact?: boolean }) {
  const t = useText();
  const language = useLanguage();
  const [code = language] = language.split('-');
  return (
    <div className={classes.menu} data-compact={compact || undefined}>
      <NativeSelect
        aria-label={t('shell.language')}
        size="xs"
        variant="unstyled"
        leftSection={<LanguageIcon size={16} stroke={1.6} aria-hidden />}
        leftSectionWidth={24}
        leftSectionPointerEvents="none"
        rightSection={<MoreIcon size={14} stroke={1.8} aria-hidden />}
        rightSectionWidth={20}
        classNames={{ input: classes.input }}
        value={language}
        data={LANGUAGES.map(({ tag, name }) => ({ value: tag, label: name }))}
        onChange={(event) => {
          chooseLanguage(event.currentTarget.value).catch(() => {
            toast('error', t('error.offline'));
          });
        }}
      />
      {compact && (
        <span className={classes.code} aria-hidden>
          {code.toUpperCase()}
        </span>
      )}
    </div>
  );
}

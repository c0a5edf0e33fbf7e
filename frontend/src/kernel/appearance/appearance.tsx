// The user's appearance settings: language and colour scheme.
import { NativeSelect, SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { chooseLanguage, useLanguage, useText } from '~/kernel/i18n/i18n';
import { LANGUAGES } from '~/kernel/i18n/languages';
import { toast } from '~/kernel/toast/toast';

export function Appearance() {
  const t = useText();
  const language = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Stack gap="md">
      <NativeSelect
        label={t('shell.language')}
        value={language}
        data={LANGUAGES.map(({ tag, name }) => ({ value: tag, label: name }))}
        onChange={(event) => {
          chooseLanguage(event.currentTarget.value).catch(() => {
            toast('error', t('error.offline'));
          });
        }}
      />
      <div>
        <Text size="sm" fw={500} mb={4} id="color-scheme">
          {t('account.colorScheme')}
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="color-scheme"
          value={colorScheme}
          onChange={setColorScheme}
          data={[
            { value: 'light', label: t('account.light') },
            { value: 'dark', label: t('account.dark') },
            { value: 'auto', label: t('account.system') },
          ]}
        />
      </div>
    </Stack>
  );
}

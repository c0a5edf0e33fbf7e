// Toggles light and dark. The account settings also offer the system's scheme.
import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';
import { MoonIcon, SunIcon } from '~/ui/icons';
import { Tip } from '~/ui/tip';

export function ColorSchemeToggle() {
  const t = useText();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  const label = t(dark ? 'shell.useLight' : 'shell.useDark');
  const Shape = dark ? SunIcon : MoonIcon;
  return (
    <Tip label={label} delay={700}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        aria-label={label}
        onClick={() => {
          setColorScheme(dark ? 'light' : 'dark');
        }}
      >
        <Shape size={18} stroke={1.6} />
      </ActionIcon>
    </Tip>
  );
}

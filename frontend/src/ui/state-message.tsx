// The message of a page or list without content: the same look for empty, no match, errors and
// refusals.
import { Group, Stack, Text, ThemeIcon } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface StateMessageProps {
  icon: Icon;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  tone?: 'calm' | 'alarm';
  /** It is the page's only content, so its title is the page's heading. */
  wholePage?: boolean;
}

export function StateMessage({
  icon: IconShape,
  title,
  children,
  actions,
  tone,
  wholePage = false,
}: StateMessageProps) {
  const alarm = tone === 'alarm';
  return (
    <Stack align="center" gap="xs" py={56} px="md" ta="center" role={alarm ? 'alert' : 'status'}>
      <ThemeIcon size={44} radius="xl" variant="light" color={alarm ? 'red' : 'gray'}>
        <IconShape size={22} stroke={1.6} aria-hidden />
      </ThemeIcon>
      <Text component={wholePage ? 'h1' : 'p'} fw={600} size="lg" m={0}>
        {title}
      </Text>
      {children !== undefined && (
        <Text component="div" c="dimmed" maw={440}>
          {children}
        </Text>
      )}
      {actions !== undefined && (
        <Group mt="xs" gap="xs" justify="center">
          {actions}
        </Group>
      )}
    </Stack>
  );
}

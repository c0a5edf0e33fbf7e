// A part of a measurement's detail, under its title.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';

interface SectionProps {
  title: MessageKey;
  /** By what stands above: a page's own title, or that of a dialog. */
  heading?: 'h2' | 'h3';
  children: ReactNode;
}

export function Section({ title, heading = 'h3', children }: SectionProps) {
  const t = useText();
  return (
    <section>
      <Text component={heading} fw={600} size="sm" m={0} mb={4}>
        {t(title)}
      </Text>
      {children}
    </section>
  );
}

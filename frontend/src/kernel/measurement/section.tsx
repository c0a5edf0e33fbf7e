// A titled section of a measurement's detail.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';

interface SectionProps {
  title: MessageKey;
  /** The heading level below the page's or the dialog's title. */
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

// A titled section of a page about the own account.
import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './account-settings-page.module.css';

interface SectionProps {
  title: string;
  /** Takes the full width of the page. */
  wide?: boolean;
  children: ReactNode;
}

export function Section({ title, wide = false, children }: SectionProps) {
  const className = [classes.section, wide && classes.wide].filter(Boolean).join(' ');
  return (
    <Paper component="section" withBorder className={className}>
      <Title order={2} size="h5" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

// A part of a page of the own account, under its title.
import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './account-settings-page.module.css';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" withBorder className={classes.section}>
      <Title order={2} size="h5" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

// Why what was asked for is not done, said at once and above it.
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorIcon } from '~/ui/icons';

interface RefusedProps {
  title: string;
  /** The room below it, where what it stands in leaves none. */
  mb?: 'md';
  children?: ReactNode;
}

export function Refused({ title, mb, children }: RefusedProps) {
  return (
    <Alert
      color="red"
      variant="light"
      icon={<ErrorIcon size={18} stroke={1.6} />}
      role="alert"
      title={title}
      {...(mb && { mb })}
    >
      {children}
    </Alert>
  );
}

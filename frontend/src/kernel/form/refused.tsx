// An alert above the content that explains why a request was refused.
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorIcon } from '~/ui/icons';

interface RefusedProps {
  title: string;
  /** Margin below, if the container has no gap. */
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

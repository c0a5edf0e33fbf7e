// Wraps a button that may be refused: a refused one stays reachable and says why.
import { Tooltip } from '@mantine/core';
import { useId, type ReactNode } from 'react';

interface DisabledReasonProps {
  reason: string | undefined;
  children: (refused: RefusedProps) => ReactNode;
}

interface RefusedProps {
  /** `data-disabled` looks disabled but keeps the focus and the tooltip, unlike `disabled`. */
  'data-disabled'?: true;
  'aria-disabled'?: true;
  'aria-describedby'?: string;
}

export function DisabledReason({ reason, children }: DisabledReasonProps) {
  const id = useId();
  if (reason === undefined) return children({});
  return (
    <Tooltip
      label={reason}
      id={id}
      events={{ hover: true, focus: true, touch: true }}
      multiline
      maw={320}
    >
      {children({ 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': id })}
    </Tooltip>
  );
}

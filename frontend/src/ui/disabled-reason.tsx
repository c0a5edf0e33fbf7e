// Wraps a button that may be unavailable: it stays focusable and shows the reason.
import { useId, type ReactElement, type Ref } from 'react';
import { Tip } from './tip';

interface DisabledReasonProps {
  reason: string | undefined;
  children: (refused: RefusedProps) => ReactElement<{ ref?: Ref<HTMLElement> }>;
}

interface RefusedProps {
  /** Unlike `disabled`, `data-disabled` only looks disabled and keeps focus and tooltip. */
  'data-disabled'?: true;
  'aria-disabled'?: true;
  'aria-describedby'?: string;
}

export function DisabledReason({ reason, children }: DisabledReasonProps) {
  const id = useId();
  if (reason === undefined) return children({});
  return (
    <Tip label={reason} id={id} onFocus multiline maw={320}>
      {children({ 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': id })}
    </Tip>
  );
}

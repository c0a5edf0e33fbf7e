// An input for a non-negative whole number, of which the arrow keys change the value. Its text stays
// as it is typed: without its point, 12.5 would be 125.
import { TextInput, type TextInputProps } from '@mantine/core';

interface WholeNumberInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  value: string;
  onChange: (value: string) => void;
  least?: number;
  most?: number | undefined;
}

const STEPS: Record<string, number> = { ArrowUp: 1, ArrowDown: -1 };

export function WholeNumberInput({
  value,
  onChange,
  onKeyDown,
  least = 0,
  most = Number.MAX_SAFE_INTEGER,
  ...props
}: WholeNumberInputProps) {
  return (
    <TextInput
      {...props}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onChange={(event) => {
        // Full-width digits are accepted, too.
        onChange(event.currentTarget.value.normalize('NFKC'));
      }}
      onKeyDown={(event) => {
        const step = STEPS[event.key];
        if (step !== undefined) {
          event.preventDefault();
          const next = /^\d+$/.test(value) ? Number(value) + step : least;
          onChange(String(Math.min(most, Math.max(least, next))));
        }
        onKeyDown?.(event);
      }}
    />
  );
}

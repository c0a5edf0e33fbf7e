// The systolic pressure. Both pressures can be typed or pasted in their usual notation, 118/76: a
// number input alone would drop the slash and read 11876.
import type { InputProps, Kind } from '~/kernel/field/kind';
import { numberKind } from '~/kernel/field/number-kind';

const numbers = numberKind({ unit: 'unit.millimetreOfMercury' });
const BOTH = /^\s*(\d{1,3})\s*\/\s*(\d{1,3})\b/;

function SystolicInput(props: InputProps) {
  const { Input } = numbers;
  return (
    <div
      onKeyDown={(event) => {
        if (event.key !== '/') return;
        event.preventDefault();
        const form = event.currentTarget.closest('form');
        form?.querySelector<HTMLElement>('[data-path="diastolic"]')?.focus();
      }}
      onPaste={(event) => {
        const [, systolic, diastolic] = BOTH.exec(event.clipboardData.getData('text')) ?? [];
        if (systolic === undefined || !props.onOthers) return;
        event.preventDefault();
        props.onChange(Number(systolic));
        props.onOthers({ diastolic: Number(diastolic) });
      }}
    >
      {Input && <Input {...props} />}
    </div>
  );
}

export const systolicKind: Kind = { ...numbers, Input: SystolicInput };

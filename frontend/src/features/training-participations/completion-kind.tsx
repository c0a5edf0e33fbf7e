// The completion of a training, in percent.
import type { Kind } from '~/kernel/field/kind';
import { NOTHING } from '~/kernel/field/nothing';
import { formatPercent } from '~/kernel/i18n/format';
import { Completion } from '~/ui/completion';
import { textWidth } from '~/ui/text-width';

/** The bar and its gap to the number, in pixels. */
const BAR = 56;

export const completionKind: Kind = {
  show: (value) =>
    typeof value === 'number' ? (
      <Completion percent={value} figure={formatPercent(value / 100)} />
    ) : (
      NOTHING
    ),
  room: () => BAR + textWidth(formatPercent(1), 400, 14),
  empty: null,
};

// Points with a maximum: of a domain, or of the chosen instrument.
import { numberKind } from '~/kernel/field/number-kind';
import type { InputProps, Kind } from '~/kernel/field/kind';
import { leftToRight, useText } from '~/kernel/i18n/i18n';
import { instrumentOf, ITEMS, MAX_SCORES } from './instruments';

const plain = numberKind();
const PlainInput = plain.Input;

export function pointsKind(mostOf?: number): Kind {
  return {
    ...plain,
    Input: function PointsInput(props: InputProps) {
      const t = useText();
      const instrument = instrumentOf(props.values?.instrument);
      const most = mostOf ?? (instrument && MAX_SCORES[instrument]);
      if (!PlainInput) return null;
      const label =
        most === undefined
          ? props.label
          : t('dementia.pointsOf', { name: props.label, range: leftToRight(`0–${String(most)}`) });
      const alone = mostOf === undefined && instrument !== undefined && hasParts(instrument);
      return <PlainInput {...props} label={alone ? t('dementia.totalAlone', { label }) : label} />;
    },
  };
}

function hasParts(instrument: NonNullable<ReturnType<typeof instrumentOf>>): boolean {
  return instrument === 'CIST' || ITEMS[instrument] !== undefined;
}

// What the instruments of stress, anxiety and burnout are called, and what their own published classes are called.
import { formatNumber } from '~/kernel/i18n/format';
import { text, textIfKnown } from '~/kernel/i18n/i18n';
import type { Why } from './why';

/** BEPSI-K has the classes of PSS-10, and every scale of CBI those of CBI. */
const CLASSES: Partial<Record<Why['indicator'], string>> = {
  BEPSI_K: 'PSS_10',
  CBI_PERSONAL: 'CBI',
  CBI_WORK: 'CBI',
  CBI_CLIENT: 'CBI',
};

/** Of an indicator or of an instrument. */
export function indicatorName(indicator: string): string {
  return textIfKnown(`indicator.${indicator}`) ?? indicator;
}

/** By what a score was measured: the scales of CBI are one questionnaire, of which the highest counts. */
export function measuredBy(indicator: string | null): string | undefined {
  if (indicator === null) return undefined;
  return indicator.startsWith('CBI') ? 'CBI' : indicatorName(indicator);
}

/** The published class that an instrument gave. */
export function publishedClass({ indicator, grade }: Why): string | undefined {
  return textIfKnown(`stress.class.${CLASSES[indicator] ?? indicator}.${grade}`);
}

/** From what a score was converted, where it was. */
export function conversionOf({ convertedFrom, raw }: Why): string | false {
  if (convertedFrom === null) return false;
  return text('measurement.whyConverted', {
    instrument: indicatorName(convertedFrom),
    value: formatNumber(raw),
  });
}

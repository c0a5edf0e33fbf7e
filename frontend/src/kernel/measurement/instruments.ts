// Names of the instruments for stress, anxiety and burnout, and of their published classes.
import { formatNumber } from '~/kernel/i18n/format';
import { text, textIfKnown } from '~/kernel/i18n/i18n';
import type { Why } from './why';

/** BEPSI-K uses the classes of PSS-10, and every scale of CBI those of CBI. */
const CLASSES: Partial<Record<Why['indicator'], string>> = {
  BEPSI_K: 'PSS_10',
  CBI_PERSONAL: 'CBI',
  CBI_WORK: 'CBI',
  CBI_CLIENT: 'CBI',
};

/** Returns the name of an indicator or instrument. */
export function indicatorName(indicator: string): string {
  return textIfKnown(`indicator.${indicator}`) ?? indicator;
}

/**
 * Returns the instrument of a score. The scales of CBI are one questionnaire, of which the highest
 * counts.
 */
export function measuredBy(indicator: string | null): string | undefined {
  if (indicator === null) return undefined;
  return indicator.startsWith('CBI') ? 'CBI' : indicatorName(indicator);
}

/** Returns the name of a published class of an instrument. */
export function className(indicator: Why['indicator'], word: string): string | undefined {
  return textIfKnown(`stress.class.${CLASSES[indicator] ?? indicator}.${word}`);
}

/** Returns the published class that an instrument resulted in. */
export function publishedClass({ indicator, grade }: Why): string | undefined {
  return className(indicator, grade);
}

/** Returns the scale that a score was converted from, or false if it was not converted. */
export function conversionOf({ convertedFrom, raw }: Why): string | false {
  if (convertedFrom === null) return false;
  return text('measurement.whyConverted', {
    instrument: indicatorName(convertedFrom),
    value: formatNumber(raw),
  });
}

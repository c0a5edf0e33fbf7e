// The name of a score, as a title.
import { text, type MessageKey } from '~/kernel/i18n/i18n';

/**
 * Returns the name of an indicator's scores. A score may say something else than its indicator, even
 * the opposite: that of lethargy rises where lethargy falls.
 */
export function scoreName(indicator: string, says: MessageKey | undefined): string {
  return says ? `${indicator} · ${text(says)}` : indicator;
}

// Shares and changes in percent.
import { formatPercent } from '~/kernel/i18n/format';

/**
 * Formats a share in whole percent. If that would show few as none or almost all as all, it has a
 * decimal.
 */
export function formatShare(share: number): string {
  const rounded = Math.round(Math.abs(share) * 100);
  const misleads = (rounded === 0 && share !== 0) || (rounded === 100 && Math.abs(share) !== 1);
  return formatPercent(share, misleads ? 1 : 0);
}

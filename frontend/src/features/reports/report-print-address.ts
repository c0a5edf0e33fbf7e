// The reports of a print, as its address names them.
import { REPORT_PRINT_PATH } from '~/kernel/screen/known-paths';

export function reportPrintAddress(ids: readonly number[]): string {
  return `${REPORT_PRINT_PATH}?ids=${ids.join(',')}`;
}

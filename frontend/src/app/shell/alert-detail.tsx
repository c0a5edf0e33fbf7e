// The detail of an alert, with a link to its subject on a screen of another feature.
import AlertDialog from '~/features/alerts/alert-dialog';
import type { Alert } from '~/features/alerts/alerts';
import { DEMENTIA } from '~/features/dementia-screenings/screens';
import { HEART_RATE } from '~/features/heart-rate-measurements/screens';
import { MEASUREMENTS } from '~/features/physical-measurements/screens';
import { PSYCHOLOGICAL } from '~/features/psychological-tests/screens';
import { STRESS } from '~/features/stress-measurements/screens';
import { TERMS } from '~/features/terms/screens';
import { VISION } from '~/features/vision-measurements/screens';

const HISTORIES: Record<NonNullable<Alert['measurement']>['kind'], { path: string }> = {
  PHYSICAL: MEASUREMENTS,
  STRESS,
  VISION,
  HEART_RATE,
  DEMENTIA,
  PSYCHOLOGICAL,
};

function pathOf({ measurement, terms }: Alert): string | undefined {
  if (measurement)
    return `${HISTORIES[measurement.kind].path}/${String(measurement.measurementId)}`;
  if (terms) return `${TERMS.path}/${String(terms.termsId)}`;
  return undefined;
}

export default function AlertDetail({ id, onClose }: { id: number; onClose: () => void }) {
  return <AlertDialog id={id} onClose={onClose} pathOf={pathOf} />;
}

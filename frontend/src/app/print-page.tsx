// The print of measurements, of the kind that the address names.
import { useLocation, useMatch } from 'react-router';
import { call } from '~/domain/client';
import { PrintView } from '~/kernel/measurement/print-view';
import { SURVEY_PRINT_PATH } from '~/kernel/screen/known-paths';
import { sheetsOf } from './printed-kinds';

export function Component() {
  const { search } = useLocation();
  const ofSurveys = useMatch(SURVEY_PRINT_PATH) !== null;
  const kind = sheetsOf(search, ofSurveys ? 'PSYCHOLOGICAL' : 'STRESS');
  return (
    <PrintView
      key={search}
      search={search}
      kind={kind}
      ask={(body, signal) => call('PrintMeasurements', { body }, signal)}
    />
  );
}

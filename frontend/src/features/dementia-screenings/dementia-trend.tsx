// A person's trend with one instrument, with the cutoffs that applied at the time.
import { call } from '~/domain/client';
import { ChartCard } from '~/kernel/chart/chart-card';
import { NOTHING } from '~/kernel/field/nothing';
import { gradeName } from '~/kernel/grade/grade-badge';
import { formatDate } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { useLastDay } from '~/kernel/measurement/as-of';
import { Trend } from '~/kernel/measurement/trend';
import type { DementiaScreening } from './dementia-fields';
import { MAX_SCORES, type Instrument } from './instruments';

interface TrendProps {
  memberId: number;
  instrument: Instrument;
}

export function DementiaTrend({ memberId, instrument }: TrendProps) {
  return (
    <Trend
      queryKey={['dementia-screenings', 'trend', memberId, instrument]}
      ask={(page, signal) =>
        call(
          'ListDementiaScreenings',
          { query: { memberId, instruments: [instrument], ...page } },
          signal,
        )
      }
    >
      {(screenings) => <Chart screenings={screenings} instrument={instrument} />}
    </Trend>
  );
}

interface ChartProps {
  screenings: DementiaScreening[];
  instrument: Instrument;
}

function Chart({ screenings, instrument }: ChartProps) {
  const lastDay = useLastDay();
  const t = useText();
  const scored = screenings.filter(({ score }) => score !== null);
  const oldest = scored.at(-1);
  // A single point is no trend; the detail shows it.
  if (!oldest || scored.length < 2) return null;
  const name = t(`dementia.instrument.${instrument}`);
  const told = (outcome: string | null) =>
    outcome === null ? NOTHING : gradeName('screening', outcome);
  return (
    <ChartCard
      title={t('dementia.trend', { instrument: name })}
      chart={{
        series: [
          {
            name,
            look: 'first',
            points: scored.toReversed().flatMap(({ measuredAt, score, outcome }) =>
              score === null
                ? []
                : [
                    {
                      at: measuredAt,
                      value: score,
                      note: outcome === null ? undefined : told(outcome),
                    },
                  ],
            ),
          },
        ],
        decimals: 0,
        days: { first: formatDate(oldest.measuredAt), last: lastDay },
        leastSpan: MAX_SCORES[instrument] / 3,
      }}
      columns={[t('dementia.score'), t('dementia.cut'), t('dementia.outcome')]}
      rows={scored.map(({ measuredAt, score, cut, outcome }) => ({
        at: measuredAt,
        cells: [score, cut ?? NOTHING, told(outcome)],
      }))}
    />
  );
}

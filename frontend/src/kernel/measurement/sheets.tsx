// The sheets of a print: one measurement after the other, each beginning on a page of its own.
import { Text } from '@mantine/core';
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { OnPaper } from '~/kernel/chart/on-paper';
import { formatDateTime } from '~/kernel/i18n/format';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { KnownTrend } from './known-trend';
import classes from './sheets.module.css';

/** So many sheets are drawn at once: the first are there soon, and the page answers while the others follow. */
const AT_ONCE = 5;
/** Of more people than these each has one page or two, without trends: hundreds of pages nobody reads. */
const MOST_WITH_TRENDS = 10;

/** Told when every sheet is drawn. */
export const OnWhole = createContext<(() => void) | undefined>(undefined);

interface Printed {
  memberId: number | null;
  memberName: string | null;
}

interface SheetsProps<Measurement extends Printed> {
  title: MessageKey;
  records: readonly Measurement[];
  /** What the same persons had, the newest first. */
  trends: readonly Measurement[];
  /** Which of them belong into the trend of one, where not all do. */
  areAlike?: (one: Measurement, other: Measurement) => boolean;
  children: (record: Measurement) => ReactNode;
}

export function Sheets<Measurement extends Printed>(props: SheetsProps<Measurement>) {
  const { title, records, trends, areAlike = () => true, children } = props;
  const t = useText();
  const ofPerson = useMemo(() => Map.groupBy(trends, ({ memberId }) => memberId), [trends]);
  const areMany = records.length > MOST_WITH_TRENDS;
  // Links show what was chosen alone: of their people no trend is known.
  const hasTrends = !areMany && trends.length > 0;
  const trendOf = (record: Measurement) =>
    ofPerson.get(record.memberId)?.filter((one) => areAlike(record, one)) ?? [];
  const now = useMemo(() => new Date().toISOString(), []);
  const drawn = useDrawn(records.length);
  return (
    <OnPaper value>
      {areMany && (
        <Text size="sm" c="dimmed" mb="sm" className={classes.above}>
          {t('print.noTrends', { count: MOST_WITH_TRENDS })}
        </Text>
      )}
      <div className={classes.sheets} aria-busy={drawn < records.length}>
        {records.slice(0, drawn).map((record, index) => (
          <article
            key={index}
            className={classes.sheet}
            aria-label={record.memberName ?? t('measurement.nobody')}
          >
            <header className={classes.head}>
              <strong>{t(title)}</strong>
              <span>
                {t('print.printedAt')} <time dateTime={now}>{formatDateTime(now)}</time>
              </span>
            </header>
            <KnownTrend value={hasTrends ? trendOf(record) : null}>{children(record)}</KnownTrend>
          </article>
        ))}
      </div>
    </OnPaper>
  );
}

/** How many sheets are drawn: some more each time that the browser has drawn those before. */
function useDrawn(all: number): number {
  const [drawn, setDrawn] = useState(AT_ONCE);
  const onWhole = use(OnWhole);
  useEffect(() => {
    if (drawn >= all) {
      onWhole?.();
      return;
    }
    const timer = setTimeout(() => {
      setDrawn(drawn + AT_ONCE);
    });
    return () => {
      clearTimeout(timer);
    };
  }, [drawn, all, onWhole]);
  return drawn;
}

// The sheets of a print: one measurement after the other, each beginning on a page of its own.
import { useMemo, type ReactNode } from 'react';
import { OnPaper } from '~/kernel/chart/on-paper';
import { formatDateTime } from '~/kernel/i18n/format';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { KnownTrend } from './known-trend';
import classes from './sheets.module.css';

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
  const now = useMemo(() => new Date().toISOString(), []);
  return (
    <OnPaper value>
      <div className={classes.sheets}>
        {records.map((record, index) => (
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
            <KnownTrend
              value={ofPerson.get(record.memberId)?.filter((one) => areAlike(record, one)) ?? []}
            >
              {children(record)}
            </KnownTrend>
          </article>
        ))}
      </div>
    </OnPaper>
  );
}

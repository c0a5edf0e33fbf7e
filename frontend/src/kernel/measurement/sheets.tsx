// The sheets of a print: one measurement after the other, each beginning on a page of its own.
import { useMemo, type ReactNode } from 'react';
import { OnPaper } from '~/kernel/chart/on-paper';
import { formatDateTime } from '~/kernel/i18n/format';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
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
  /** Draws one with what its person had. */
  children: (record: Measurement, trend: Measurement[]) => ReactNode;
}

export function Sheets<Measurement extends Printed>(props: SheetsProps<Measurement>) {
  const { title, records, trends, children } = props;
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
            {children(
              record,
              record.memberId === null ? [] : (ofPerson.get(record.memberId) ?? []),
            )}
          </article>
        ))}
      </div>
    </OnPaper>
  );
}

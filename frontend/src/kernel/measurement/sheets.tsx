// The sheets of a print: each measurement starts on a new page.
import { Text } from '@mantine/core';
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type Key,
  type ReactNode,
} from 'react';
import { ChartsOnPaper, OnPaper } from '~/kernel/chart/on-paper';
import { formatDateTime } from '~/kernel/i18n/format';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { AsOf } from './as-of';
import { KnownTrend } from './known-trend';
import classes from './sheets.module.css';

/**
 * The number of sheets rendered at once. The first ones appear soon, and the page responds while
 * the others follow.
 */
const AT_ONCE = 5;
/**
 * Prints of more measurements have no trends, so that each measurement has one or two pages: nobody
 * reads hundreds of pages.
 */
const MAX_WITH_TRENDS = 10;

/** Called when every sheet is rendered and every chart on it is drawn. */
export const OnWhole = createContext<(() => void) | undefined>(undefined);

interface Printed {
  memberId: number | null;
  memberName: string | null;
}

interface SheetsProps<Measurement extends Printed> {
  title: MessageKey;
  records: readonly Measurement[];
  /** The measurements of the same persons, newest first. */
  trends: readonly Measurement[];
  /** Returns whether two measurements belong to the same trend, if not all do. */
  areAlike?: (one: Measurement, other: Measurement) => boolean;
  children: (record: Measurement) => ReactNode;
}

export function Sheets<Measurement extends Printed>(props: SheetsProps<Measurement>) {
  const { title, records, trends, areAlike = () => true, children } = props;
  const t = useText();
  const ofPerson = useMemo(() => Map.groupBy(trends, ({ memberId }) => memberId), [trends]);
  const areMany = records.length > MAX_WITH_TRENDS;
  // A report link contains only the chosen measurements, so no trends are known.
  const hasTrends = !areMany && trends.length > 0;
  const trendOf = (record: Measurement) =>
    ofPerson.get(record.memberId)?.filter((one) => areAlike(record, one)) ?? [];
  const drawn = useDrawn(records.length);
  const onWhole = use(OnWhole);
  const isWhole = drawn >= records.length;
  const { undrawn, settled, onChart } = useCharts();
  useEffect(() => {
    if (isWhole && undrawn.current.size === 0) onWhole?.();
  }, [isWhole, undrawn, settled, onWhole]);
  return (
    <OnPaper value>
      {areMany && (
        <Text size="sm" c="dimmed" mb="sm" className={classes.above}>
          {t('print.noTrends', { count: MAX_WITH_TRENDS })}
        </Text>
      )}
      <div className={classes.sheets} aria-busy={!isWhole}>
        {records.slice(0, drawn).map((record, index) => (
          <Sheet key={index} title={t(title)} label={record.memberName ?? t('measurement.nobody')}>
            <ChartsOnPaper value={onChart}>
              <KnownTrend value={hasTrends ? trendOf(record) : null}>{children(record)}</KnownTrend>
            </ChartsOnPaper>
          </Sheet>
        ))}
      </div>
    </OnPaper>
  );
}

interface SheetProps {
  title: string;
  /** The name of the person. */
  label: string;
  children: ReactNode;
}

function Sheet({ title, label, children }: SheetProps) {
  const t = useText();
  const asOf = use(AsOf);
  const now = useMemo(() => new Date().toISOString(), []);
  const at = asOf ?? now;
  return (
    <article className={classes.sheet} aria-label={label}>
      <header className={classes.head}>
        <h2>{title}</h2>
        <span>
          {t(asOf === undefined ? 'print.printedAt' : 'print.asOf')}{' '}
          <time dateTime={at}>{formatDateTime(at)}</time>
        </span>
      </header>
      {children}
    </article>
  );
}

/** A sheet without a measurement, such as a cover before several. */
export function OneSheet(props: SheetProps) {
  return (
    <OnPaper value>
      <div className={classes.sheets}>
        <Sheet {...props} />
      </div>
    </OnPaper>
  );
}

interface PartsProps<T> {
  parts: readonly T[];
  keyOf: (part: T) => Key;
  children: (part: T) => ReactNode;
}

/** Several sets of sheets, rendered in steps. Reports completion once every part is complete. */
export function Parts<T>({ parts, keyOf, children }: PartsProps<T>) {
  const drawn = useDrawn(parts.length);
  const onWhole = use(OnWhole);
  const [whole, setWhole] = useState<ReadonlySet<Key>>(new Set());
  const onPart = useCallback((key: Key) => {
    setWhole((now) => new Set(now).add(key));
  }, []);
  const areWhole = parts.every((part) => whole.has(keyOf(part)));
  useEffect(() => {
    if (areWhole) onWhole?.();
  }, [areWhole, onWhole]);
  return parts.slice(0, drawn).map((part) => (
    <Part key={keyOf(part)} name={keyOf(part)} onWhole={onPart}>
      {children(part)}
    </Part>
  ));
}

interface PartProps {
  name: Key;
  onWhole: (name: Key) => void;
  children: ReactNode;
}

function Part({ name, onWhole, children }: PartProps) {
  const told = useCallback(() => {
    onWhole(name);
  }, [name, onWhole]);
  return <OnWhole value={told}>{children}</OnWhole>;
}

/**
 * Returns the number of items to render. It grows in separate tasks, so that the browser can paint
 * and respond in between.
 */
function useDrawn(all: number): number {
  const [drawn, setDrawn] = useState(AT_ONCE);
  useEffect(() => {
    if (drawn >= all) return;
    const timer = setTimeout(() => {
      setDrawn(drawn + AT_ONCE);
    });
    return () => {
      clearTimeout(timer);
    };
  }, [drawn, all]);
  return drawn;
}

/** The charts that are not drawn yet, and how often the last of them was drawn since. */
function useCharts() {
  // No state: a chart reports itself in the commit after which the sheets are called whole.
  const undrawn = useRef(new Set<string>());
  const [settled, setSettled] = useState(0);
  const onChart = useCallback((chart: string, isDrawn: boolean) => {
    if (!isDrawn) undrawn.current.add(chart);
    else if (undrawn.current.delete(chart) && undrawn.current.size === 0)
      setSettled((count) => count + 1);
  }, []);
  return { undrawn, settled, onChart };
}

// The bands of an indicator on a number line. It illustrates the table below it, which screen
// readers use. Numbers increase from left to right in every language; names keep their own
// direction, also when they are truncated.
import { useDirection } from '@mantine/core';
import type { Rule, Indicator } from './bands';
import { gradeAt } from './grade-words';
import classes from './number-line.module.css';

/** The distance in percent of the line below which two figures would overlap on phones. */
const NEAR = 11;

/** The share of an open-ended band, relative to the range between the outermost bounds. */
const OPEN = 0.2;

interface NumberLineProps {
  indicator: Indicator;
  rules: readonly Rule[];
  /** The minimum and the maximum value, if both are known. */
  limits?: readonly [number, number];
  figure: (cut: number) => string;
}

export function NumberLine({ indicator, rules, limits, figure }: NumberLineProps) {
  const { dir } = useDirection();
  const cuts = rules.flatMap(({ lower, upper }) => [lower, upper].flatMap((end) => end?.cut ?? []));
  const [least, most] = [Math.min(...cuts), Math.max(...cuts)];
  const open = (most - least) * OPEN || 1;
  const [from, to] = limits ?? [least - open, most + open];
  const place = (value: number) => Math.min(Math.max((value - from) / (to - from), 0), 1) * 100;
  const inOrder = rules.toSorted(
    (one, other) => (one.lower?.cut ?? -Infinity) - (other.lower?.cut ?? -Infinity),
  );
  if (cuts.length === 0) return null;
  const grades = inOrder.map(({ grade, lower, upper }) => ({
    ...gradeAt(indicator, grade),
    grade,
    start: place(lower?.cut ?? from),
    end: place(upper?.cut ?? to),
  }));
  return (
    <div className={classes.line} dir="ltr" aria-hidden>
      <div className={classes.bands}>
        {grades.map(({ name, tone, grade, start, end }) => (
          <span
            key={grade}
            dir={dir}
            data-tone={tone}
            title={name}
            style={{ left: `${String(start)}%`, width: `${String(Math.max(end - start, 0))}%` }}
          >
            <span>{name}</span>
          </span>
        ))}
      </div>
      <div className={classes.cuts}>
        {inRows(
          [...new Set(cuts)].toSorted((one, other) => one - other),
          place,
        ).map(({ cut, row }) => (
          <span key={cut} data-row={row} style={{ left: `${String(place(cut))}%` }}>
            {figure(cut)}
          </span>
        ))}
      </div>
      <div className={classes.names}>
        {grades.map(({ name, tone, grade }) => (
          <span key={grade} dir={dir}>
            <i data-tone={tone} />
            {name}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Places figures that would overlap alternately in two rows. */
function inRows(cuts: readonly number[], place: (cut: number) => number) {
  let row = 0;
  return cuts.map((cut, index) => {
    const before = cuts[index - 1];
    row = before !== undefined && place(cut) - place(before) < NEAR ? 1 - row : 0;
    return { cut, row };
  });
}

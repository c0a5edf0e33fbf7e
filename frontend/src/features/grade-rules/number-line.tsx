// The bands of an indicator on a number line. It is the picture of the table below it, which readers of screens have.
import type { Rule, Indicator } from './bands';
import { gradeAt } from './grade-words';
import classes from './number-line.module.css';

/** How much of the line a band without an end takes, of what lies between the outermost bounds. */
const OPEN = 0.2;

interface NumberLineProps {
  indicator: Indicator;
  rules: readonly Rule[];
  /** The lowest and the highest value, where both are known. */
  limits?: readonly [number, number];
  figure: (cut: number) => string;
}

export function NumberLine({ indicator, rules, limits, figure }: NumberLineProps) {
  const cuts = rules.flatMap(({ lower, upper }) => [lower, upper].flatMap((end) => end?.cut ?? []));
  const [least, most] = [Math.min(...cuts), Math.max(...cuts)];
  const open = (most - least) * OPEN || 1;
  const [from, to] = limits ?? [least - open, most + open];
  const place = (value: number) => Math.min(Math.max((value - from) / (to - from), 0), 1) * 100;
  const inOrder = rules.toSorted(
    (one, other) => (one.lower?.cut ?? -Infinity) - (other.lower?.cut ?? -Infinity),
  );
  if (cuts.length === 0) return null;
  return (
    <div className={classes.line} dir="ltr" aria-hidden>
      <div className={classes.bands}>
        {inOrder.map((rule) => {
          const { name, tone } = gradeAt(indicator, rule.grade);
          const [start, end] = [place(rule.lower?.cut ?? from), place(rule.upper?.cut ?? to)];
          return (
            <span
              key={rule.grade}
              data-tone={tone}
              title={name}
              style={{
                insetInlineStart: `${String(start)}%`,
                width: `${String(Math.max(end - start, 0))}%`,
              }}
            >
              {name}
            </span>
          );
        })}
      </div>
      <div className={classes.cuts}>
        {[...new Set(cuts)].map((cut) => (
          <span key={cut} style={{ insetInlineStart: `${String(place(cut))}%` }}>
            {figure(cut)}
          </span>
        ))}
      </div>
    </div>
  );
}

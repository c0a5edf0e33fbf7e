// A figure of a statistic. A suppressed figure, because it covers too few people or none, is a dash
// with an explanation and never a zero. Users who may read the underlying list get a link to it.
import { NOTHING } from '~/kernel/field/nothing';
import { formatNumber } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { AscendingIcon, DescendingIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { formatShare } from './format-share';
import classes from './statistics.module.css';

interface FigureProps {
  value: number | null | undefined;
  decimals?: number;
  /** Whether it is a share between 0 and 1. */
  share?: boolean;
  /** The list of the counted records. */
  to?: string | undefined;
  /** What was counted, for screen readers that read the link without its table. */
  label?: string;
}

export function Figure({ value, decimals, share = false, to, label }: FigureProps) {
  const t = useText();
  if (value === null || value === undefined) {
    const why = t('statistics.absent');
    return (
      <span className={classes.absent} title={why}>
        <span aria-hidden>{NOTHING}</span>
        <span className={classes.spoken}>{why}</span>
      </span>
    );
  }
  const figure = share ? formatShare(value) : formatNumber(value, decimals);
  if (to === undefined || value === 0) return figure;
  return (
    <Link
      to={to}
      className={classes.figure}
      {...(label !== undefined && { 'aria-label': `${label}: ${figure}` })}
    >
      {figure}
    </Link>
  );
}

interface ChangeProps {
  now: number | null | undefined;
  /** Undefined if no previous period was requested. */
  before: number | null | undefined;
  decimals?: number | undefined;
}

/**
 * The change since the previous period: a sign for sight, words for screen readers, and a neutral
 * colour.
 */
export function Change({ now, before, decimals = 0 }: ChangeProps) {
  const t = useText();
  if (before === undefined) return null;
  if (now === null || now === undefined || before === null) return <Figure value={null} />;
  const difference = differenceOf(now, before, decimals);
  // As text: a zero next to the figure would be read as another figure.
  if (difference === 0) {
    return (
      <span className={classes.change} data-change="none">
        {t('statistics.same')}
      </span>
    );
  }
  const size = formatNumber(Math.abs(difference), decimals);
  const more = difference > 0;
  const Shape = more ? AscendingIcon : DescendingIcon;
  const ratio = before === 0 ? '' : ` (${formatShare(Math.abs(difference / before))})`;
  return (
    <span className={classes.change} data-change={more ? 'more' : 'less'}>
      <Shape size={13} stroke={2} aria-hidden />
      <span aria-hidden>{size + ratio}</span>
      <span className={classes.spoken}>
        {t(more ? 'statistics.more' : 'statistics.less', { size: size + ratio })}
      </span>
    </span>
  );
}

/** Compares rounded figures: two figures that look the same have not changed. */
export function differenceOf(now: number, before: number, decimals: number): number {
  const unit = 10 ** decimals;
  return (Math.round(now * unit) - Math.round(before * unit)) / unit;
}

// The pager above and below a list: the number of rows, the range shown, and buttons for other
// pages. The upper one is short; the lower one also has a page input and the page size.
import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { PAGE_SIZES } from '~/kernel/url/list-state';
import { FirstIcon, LastIcon, NextIcon, PreviousIcon } from '~/ui/icons';
import { WholeNumberInput } from '~/ui/whole-number-input';
import classes from './pager.module.css';

interface PagerProps {
  place: 'above' | 'below';
  page: number;
  pageSize: number;
  /** Number of rows on this page. */
  rows: number;
  total: number;
  totalIsExact: boolean;
  /** Whether this is the last page, if the page tells. */
  isLast?: boolean | undefined;
  /** Whether the rows still belong to another page. */
  isStale?: boolean;
  onPage: (page: number) => void;
  onNext: () => void;
  onPageSize: (pageSize: number) => void;
  /** The maximum page size. */
  longest?: number;
}

export function Pager({
  place,
  page,
  pageSize,
  rows,
  total,
  totalIsExact,
  isLast,
  isStale = false,
  onPage,
  onNext,
  onPageSize,
  longest = Infinity,
}: PagerProps) {
  const t = useText();
  const start = page * pageSize;
  const end = start + rows;
  const hasCounted = totalIsExact || isStale || rows === 0;
  // If the total is inexact, the rows seen so far are a lower bound of it; on the last page, they
  // are the exact total.
  const isAll = !hasCounted && end >= total && (isLast ?? rows < pageSize);
  const known = hasCounted ? total : Math.max(total, end);
  const isKnown = totalIsExact || isAll;
  const pages = Math.max(1, Math.ceil(known / pageSize));
  // With an inexact total, a full page implies a next page.
  const hasNext = rows === pageSize && (isKnown ? end < known : true);
  const range = {
    first: formatNumber(rows === 0 ? 0 : start + 1),
    last: formatNumber(end),
    total: totalText(known, isKnown),
  };
  const above = place === 'above';
  const pageCount = totalText(pages, isKnown);
  return (
    <nav
      className={classes.pager}
      data-place={place}
      aria-label={t(above ? 'pager.above' : 'pager.below')}
    >
      <Text size="sm" c="dimmed" data-numeric aria-live={above ? 'polite' : undefined}>
        {t('pager.range', range)}
      </Text>
      {!above && (
        <NativeSelect
          size="xs"
          aria-label={t('pager.pageSize')}
          value={String(pageSize)}
          data={[
            ...new Set<number>([...PAGE_SIZES.filter((size) => size <= longest), pageSize]),
          ].map((size) => ({
            value: String(size),
            label: t('pager.rows', { size }),
          }))}
          onChange={(event) => {
            onPageSize(Number(event.currentTarget.value));
          }}
          ms="auto"
        />
      )}
      <Group gap={4} wrap="nowrap" className={classes.ways}>
        {!above && (
          <PagerButton
            label={t('pager.first')}
            disabled={page === 0}
            onClick={() => {
              onPage(0);
            }}
          >
            <FirstIcon size={18} stroke={1.6} />
          </PagerButton>
        )}
        <PagerButton
          label={t('pager.previous')}
          disabled={page === 0}
          onClick={() => {
            onPage(page - 1);
          }}
        >
          <PreviousIcon size={18} stroke={1.6} />
        </PagerButton>
        {above ? (
          <Text size="sm" data-numeric>
            {formatNumber(page + 1)}
          </Text>
        ) : (
          <PageInput page={page} pages={isKnown ? pages : undefined} onPage={onPage} />
        )}
        <Text size="sm" c="dimmed" data-numeric className={classes.count}>
          / {pageCount}
        </Text>
        <PagerButton label={t('pager.next')} disabled={!hasNext} onClick={onNext}>
          <NextIcon size={18} stroke={1.6} />
        </PagerButton>
        {/* With an inexact total, the last page is unknown. */}
        {!above && isKnown && (
          <PagerButton
            label={t('pager.last')}
            disabled={page >= pages - 1}
            onClick={() => {
              onPage(pages - 1);
            }}
          >
            <LastIcon size={18} stroke={1.6} />
          </PagerButton>
        )}
      </Group>
    </nav>
  );
}

function totalText(total: number, exact: boolean): string {
  return exact ? formatNumber(total) : `${formatNumber(total)}+`;
}

interface PageInputProps {
  page: number;
  /** Undefined if the total is inexact. */
  pages: number | undefined;
  onPage: (page: number) => void;
}

function PageInput({ page, pages, onPage }: PageInputProps) {
  const t = useText();
  const [typed, setTyped] = useState(String(page + 1));
  const [seen, setSeen] = useState(page);
  if (page !== seen) {
    setSeen(page);
    setTyped(String(page + 1));
  }
  const go = () => {
    const wanted = Math.min(Number(typed), pages ?? Infinity) - 1;
    if (Number.isSafeInteger(wanted) && wanted >= 0 && wanted !== page) onPage(wanted);
    else setTyped(String(page + 1));
  };
  return (
    <WholeNumberInput
      size="xs"
      w={56}
      aria-label={t('pager.page')}
      value={typed}
      onChange={setTyped}
      onBlur={go}
      onKeyDown={(event) => {
        if (event.key === 'Enter') go();
      }}
      least={1}
      most={pages}
      styles={{ input: { textAlign: 'center' } }}
    />
  );
}

interface PagerButtonProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

function PagerButton({ label, disabled, onClick, children }: PagerButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={30}
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}

// The last measurements of a person, for the trend of a kind. They are loaded unless a print
// includes them.
import { Skeleton } from '@mantine/core';
import { useQuery, type QueryKey } from '@tanstack/react-query';
import { use, type ReactNode } from 'react';
import { QueryError } from '~/kernel/errors/query-error';
import { KnownTrend } from './known-trend';

/** More points than a chart can show separately. */
const MOST = 100;

/** Newest first. */
interface Page<Row> {
  data: Row[];
}

interface TrendProps<Row> {
  queryKey: QueryKey;
  ask: (page: { page: number; pageSize: number }, signal: AbortSignal) => Promise<Page<Row>>;
  children: (measured: Row[]) => ReactNode;
}

export function Trend<Row>(props: TrendProps<Row>) {
  const known = use(KnownTrend);
  if (known === null) return null;
  // Measurements that come with a print are used as they are, regardless of the cache.
  return known === undefined ? <AskedTrend {...props} /> : props.children(known as never[]);
}

function AskedTrend<Row>({ queryKey, ask, children }: TrendProps<Row>) {
  const found = useQuery<Page<Row>>({
    queryKey,
    queryFn: ({ signal }) => ask({ page: 0, pageSize: MOST }, signal),
  });
  if (found.isPending) return <Skeleton height={280} radius={12} />;
  if (found.isError) return <QueryError error={found.error} retry={() => void found.refetch()} />;
  return children(found.data.data);
}

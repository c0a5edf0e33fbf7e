// A list that grows page by page on request.
import { useInfiniteQuery } from '@tanstack/react-query';

interface Page<Row> {
  data: Row[];
  page: number;
  pageSize: number;
}

export function usePages<Row, Found extends Page<Row>>(
  queryKey: readonly unknown[],
  ask: (page: number, signal: AbortSignal) => Promise<Found & Page<Row>>,
) {
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => ask(pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.data.length === page.pageSize ? page.page + 1 : undefined),
  });
  return { ...pages, rows: (pages.data?.pages ?? []).flatMap((page): Row[] => page.data) };
}

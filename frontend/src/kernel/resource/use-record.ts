// One record as it is read for its page and its dialogs: all of them ask once and share the answer.
import { useQuery } from '@tanstack/react-query';
import type { Resource, ResourceRecord } from './definition';

export function useRecord<Row extends ResourceRecord>(
  { key, neverChanges, api: { get } }: Resource<Row>,
  id: number | undefined,
) {
  return useQuery({
    // Asked for when somebody opens it, and not by itself.
    ...(neverChanges && { staleTime: Infinity, gcTime: 0 }),
    queryKey: [key, 'detail', id],
    queryFn: ({ signal }) =>
      get && id !== undefined ? get(id, signal) : Promise.reject(new Error('No such call')),
    enabled: id !== undefined,
  });
}

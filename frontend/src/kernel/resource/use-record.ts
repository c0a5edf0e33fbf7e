// Loads one record. Its page and its dialogs share the request.
import { useQuery } from '@tanstack/react-query';
import type { Resource, ResourceRecord } from './definition';

export function useRecord<Row extends ResourceRecord>(
  { key, neverChanges, api: { get } }: Resource<Row>,
  id: number | undefined,
) {
  return useQuery({
    // Fetched once each time it is opened, and never refetched in the background.
    ...(neverChanges && { staleTime: Infinity, gcTime: 0 }),
    queryKey: [key, 'detail', id],
    queryFn: ({ signal }) =>
      get && id !== undefined ? get(id, signal) : Promise.reject(new Error('No such call')),
    enabled: id !== undefined,
  });
}

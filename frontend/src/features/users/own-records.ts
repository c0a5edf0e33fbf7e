// What is kept about the caller, by kind, as the server knows it: a kind that it does not tell of is not offered.
import { useQuery } from '@tanstack/react-query';
import { call, type Answer } from '~/domain/client';

type OwnRecords = Answer<'GetOwnRecords'>[number];
export type RecordKind = OwnRecords['kind'];

export function useOwnRecords() {
  return useQuery({
    queryKey: ['own-records'],
    queryFn: ({ signal }) => call('GetOwnRecords', {}, signal),
  });
}

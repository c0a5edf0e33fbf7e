// The caller's links with companies, as the server knows them, and what follows when one changes.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Answer, type Body } from '~/domain/client';

export type OwnLink = Answer<'ListOwnLinks'>[number];
type State = Body<'AnswerOwnLink'>['state'];

const KEY = ['own-links'] as const;

export function useOwnLinks() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('ListOwnLinks', {}, signal),
  });
}

/** What is measured is seen by links: whatever was read of it is read again. */
export function useAnswerLink(linkId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (state: State) => call('AnswerOwnLink', { path: { linkId }, body: { state } }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['own-measurements'] });
      return queryClient.invalidateQueries({ queryKey: KEY });
    },
  });
}

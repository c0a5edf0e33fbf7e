// The caller's links with companies, as the server knows them, and what follows when one changes.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Answer, type Body } from '~/domain/client';
import { usePages } from '~/kernel/pages/use-pages';

export type OwnLink = Answer<'ListOwnLinks'>['data'][number];
type State = Body<'AnswerOwnLink'>['state'];

const KEY = ['own-links'] as const;

/** Those that wait for an answer or hold, the latest first. */
export function useOpenLinks() {
  return usePages([...KEY, 'open'], (page, signal) =>
    call(
      'ListOwnLinks',
      { query: { states: ['REQUESTED', 'ACTIVE'], page, pageSize: 50 } },
      signal,
    ),
  );
}

/** Whether there is a link in this state; undefined until that is known. */
export function useHasLink(state: OwnLink['state']): boolean | undefined {
  const found = useQuery({
    queryKey: [...KEY, 'any', state],
    queryFn: ({ signal }) =>
      call('ListOwnLinks', { query: { states: [state], pageSize: 1 } }, signal),
  });
  return found.data && found.data.data.length > 0;
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

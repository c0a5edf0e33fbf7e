// The user's links with companies, and the updates after a change.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Answer, type Body } from '~/domain/client';
import { usePages } from '~/kernel/pages/use-pages';

export type OwnLink = Answer<'ListOwnLinks'>['data'][number];
type State = Body<'AnswerOwnLink'>['state'];

const KEY = ['own-links'] as const;

/** Returns requested and active links, latest first. */
export function useOpenLinks() {
  return usePages([...KEY, 'open'], (page, signal) =>
    call(
      'ListOwnLinks',
      { query: { states: ['REQUESTED', 'ACTIVE'], page, pageSize: 50 } },
      signal,
    ),
  );
}

/** Returns whether there is a link in this state, or undefined while that is unknown. */
export function useHasLink(state: OwnLink['state']): boolean | undefined {
  const found = useQuery({
    queryKey: [...KEY, 'any', state],
    queryFn: ({ signal }) =>
      call('ListOwnLinks', { query: { states: [state], pageSize: 1 } }, signal),
  });
  return found.data && found.data.data.length > 0;
}

/** Links determine which measurements are visible, so everything read through them is refetched. */
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

// The current terms with the user's consents, and the updates after a change.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Answer, type Query } from '~/domain/client';
import { useLanguage } from '~/kernel/i18n/i18n';

export type OwnConsent = Answer<'ListOwnConsents'>[number];

const KEY = 'own-consents';

export function useOwnConsents() {
  const language = useLanguage() as NonNullable<Query<'ListOwnConsents'>['language']>;
  return useQuery({
    queryKey: [KEY, language],
    queryFn: ({ signal }) => call('ListOwnConsents', { query: { language } }, signal),
  });
}

/** Gives or withdraws a consent. */
export function useChangeConsent({ termsId }: OwnConsent) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (agrees: boolean) =>
      agrees
        ? call('GiveConsents', { body: { termsIds: [termsId] } })
        : call('WithdrawConsent', { path: { termsId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [KEY] }),
  });
}

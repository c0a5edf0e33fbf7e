// Every menu entry, with the permissions that the user holds and may grant.
import { useQuery } from '@tanstack/react-query';
import { call, type Query } from '~/domain/client';
import { useLanguage } from '~/kernel/i18n/i18n';

export function useGrantable() {
  const language = useLanguage() as Query<'ListGrantableMenuItems'>['language'];
  return useQuery({
    queryKey: ['grantable-menu-items', language],
    queryFn: ({ signal }) => call('ListGrantableMenuItems', { query: { language } }, signal),
  });
}

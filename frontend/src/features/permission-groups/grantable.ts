// Every entry of the menu, with what the reader holds there and may give.
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

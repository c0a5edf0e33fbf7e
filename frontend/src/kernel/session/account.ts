// What the server knows about the caller: the account, its menu and its services.
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call, type Answer, type Query } from '~/domain/client';
import { textIfKnown, useLanguage } from '~/kernel/i18n/i18n';
import { FALLBACK_LANGUAGE } from '~/kernel/i18n/languages';
import { MEMBER, useAuthority } from './session';

/** All services are fetched at once: the specification asks for page 0 of this size. */
const ALL_SERVICES = { page: 0, pageSize: 10_000 };

const ME = queryOptions({
  queryKey: ['account', 'me'],
  queryFn: ({ signal }) => call('GetAccount', {}, signal),
  staleTime: 60_000,
});

export function useMe() {
  return useQuery(ME);
}

/** Who is signed in, where that has been answered already. */
export function knownMe(queryClient: QueryClient): Me | undefined {
  return queryClient.getQueryData(ME.queryKey);
}

/**
 * The company of everybody whom the caller may register, where there is but one: below that of retailers and operators
 * there is none.
 */
export function onlyCompanyOf(me: Me | undefined): number | null {
  return me?.role === 'RETAILER' || me?.role === 'OPERATOR' ? me.companyId : null;
}

/** Asks who is signed in before anything is drawn, because every page waits for it and says what went wrong. */
export function askForMe(queryClient: QueryClient): void {
  queryClient.query(ME).catch(() => undefined);
}

/** Who only looks at what is known of it does not ask. */
export function useMenu({ asks = true }: { asks?: boolean } = {}) {
  const language = useLanguage() as Query<'ListMenuItems'>['language'];
  return useQuery({
    queryKey: ['menu-items', language],
    queryFn: ({ signal }) => call('ListMenuItems', { query: { language } }, signal),
    staleTime: 60_000,
    enabled: asks,
  });
}

export function useServices() {
  const authority = useAuthority();
  const language = useLanguage();
  return useQuery({
    queryKey: ['services'],
    queryFn: ({ signal }) => call('ListServices', { query: ALL_SERVICES }, signal),
    // Named anew when the language changes, which is why the function changes with it.
    select: useCallback(
      (page: Answer<'ListServices'>) =>
        page.data.map((service) => ({ ...service, name: serviceName(service, language) })),
      [language],
    ),
    staleTime: 5 * 60_000,
    // Members have no services to choose from.
    enabled: authority !== MEMBER,
  });
}

/** The services that the caller's permission group allows. */
export function useAllowedServices(): Service[] {
  const me = useMe();
  const services = useServices();
  const allowed = new Set(me.data?.permissionGroup.allowedServiceIds ?? []);
  return services.data?.filter((service) => allowed.has(service.id)) ?? [];
}

/** The server knows a service's Korean name; the other languages know it by its code. */
function serviceName({ code, name }: Service, language: string): string {
  return language === FALLBACK_LANGUAGE ? name : (textIfKnown(`service.${code}`) ?? name);
}

/** The name that every installation starts with is translated; one that somebody gave stays as it is. */
export function groupName(me: Me): string {
  const { name } = me.permissionGroup;
  return textIfKnown(`permissionGroup.${name}`) ?? name;
}

export type Me = Answer<'GetAccount'>;
export type Service = Answer<'ListServices'>['data'][number];

export function nameOf(me: Me): string {
  const information = me.managerInformation ?? me.operatorInformation ?? me.userInformation;
  return information?.name ?? '';
}

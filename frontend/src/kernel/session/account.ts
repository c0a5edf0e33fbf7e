// The user's account, menu and services, loaded from the server.
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call, type Answer, type Query } from '~/domain/client';
import { textIfKnown, useLanguage } from '~/kernel/i18n/i18n';
import { FALLBACK_LANGUAGE } from '~/kernel/i18n/languages';
import { MEMBER, useAuthority } from './session';

/** All services are loaded at once: the specification requires page 0 of this size. */
const ALL_SERVICES = { page: 0, pageSize: 10_000 };

const ME = queryOptions({
  queryKey: ['account', 'me'],
  queryFn: ({ signal }) => call('GetAccount', {}, signal),
  staleTime: 60_000,
});

export function useMe() {
  return useQuery(ME);
}

/** Returns the user's account if it is already loaded. */
export function knownMe(queryClient: QueryClient): Me | undefined {
  return queryClient.getQueryData(ME.queryKey);
}

/**
 * Returns the company of every person whom the user may register, if there is only one: retailers
 * and operators have no companies below them.
 */
export function onlyCompanyOf(me: Me | undefined): number | null {
  return me?.role === 'RETAILER' || me?.role === 'OPERATOR' ? me.companyId : null;
}

/** Loads the account before anything is rendered. Every page waits for it and reports a failure. */
export function loadMe(queryClient: QueryClient): void {
  queryClient.query(ME).catch(() => undefined);
}

/** With `asks: false` it reads the cache without a request. */
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
    // The function depends on the language, so a change of language renames the services.
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

/** Returns the services that the user's permission group allows. */
export function useAllowedServices(): Service[] {
  const me = useMe();
  const services = useServices();
  const allowed = new Set(me.data?.permissionGroup.allowedServiceIds ?? []);
  return services.data?.filter((service) => allowed.has(service.id)) ?? [];
}

/** The server stores a service's Korean name; other languages translate its code. */
function serviceName({ code, name }: Service, language: string): string {
  return language === FALLBACK_LANGUAGE ? name : (textIfKnown(`service.${code}`) ?? name);
}

/** Translates the default name of a permission group. A custom name stays unchanged. */
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

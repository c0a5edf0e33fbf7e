// What the server knows about the caller: the account, its menu and its services.
import { useQuery } from '@tanstack/react-query';
import { call, type Answer } from '~/domain/client';
import { MEMBER, useAuthority } from './session';

/** All services are fetched at once: the specification asks for page 0 of this size. */
const ALL_SERVICES = { page: 0, pageSize: 10_000 };

export function useMe() {
  return useQuery({
    queryKey: ['account', 'me'],
    queryFn: ({ signal }) => call('GetAccount', {}, signal),
    staleTime: 60_000,
  });
}

export function useMenu() {
  return useQuery({
    queryKey: ['menu-items'],
    queryFn: ({ signal }) => call('ListMenuItems', {}, signal),
    staleTime: 60_000,
  });
}

export function useServices() {
  const authority = useAuthority();
  return useQuery({
    queryKey: ['services'],
    queryFn: ({ signal }) => call('ListServices', { query: ALL_SERVICES }, signal),
    select: (page) => page.data,
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

export type Me = Answer<'GetAccount'>;
export type Service = Answer<'ListServices'>['data'][number];

export function nameOf(me: Me): string {
  const information = me.managerInformation ?? me.operatorInformation ?? me.userInformation;
  return information?.name ?? '';
}

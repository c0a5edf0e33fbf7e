// Where the console is in production use; anywhere else the login page has tools for developing.
import type { Settings } from '~/domain/settings';

/** A production host is given as it stands in the address: with its port, or for every port without. */
export function isProduction(
  { host, hostname }: Pick<Location, 'host' | 'hostname'>,
  { productionHosts }: Pick<Settings, 'productionHosts'>,
): boolean {
  return productionHosts
    .map((known) => known.trim().toLowerCase())
    .some((known) => known === host || known === hostname);
}

// A link to another page of the console. The router's own link includes framework features, such as
// prefetching, that would add three kilobytes to every page.
import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import { useHref, useLinkClickHandler, type RelativeRoutingType, type To } from 'react-router';

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: To;
  replace?: boolean | undefined;
  state?: unknown;
  relative?: RelativeRoutingType | undefined;
  /** Leaves the navigation to the browser, which reloads the document. */
  reloadDocument?: boolean | undefined;
  ref?: Ref<HTMLAnchorElement> | undefined;
}

export function Link({
  to,
  replace,
  state,
  relative,
  reloadDocument = false,
  onClick,
  ...others
}: LinkProps) {
  const route = relative && { relative };
  const href = useHref(to, route);
  const follow = useLinkClickHandler(to, {
    ...route,
    ...(replace !== undefined && { replace }),
    ...(others.target !== undefined && { target: others.target }),
    state,
  });
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!reloadDocument && !event.defaultPrevented) follow(event);
  };
  return <a {...others} href={href} onClick={press} />;
}

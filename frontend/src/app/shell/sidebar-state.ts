// Whether the menu is collapsed to icons, stored in a cookie for seven days.
import { useState } from 'react';

const COOKIE = 'sidebar_state';
const LIFETIME = 604_800;

function readCookie(): boolean {
  return !document.cookie.split('; ').includes(`${COOKIE}=collapsed`);
}

export function useSidebarState(): [expanded: boolean, setExpanded: (expanded: boolean) => void] {
  const [expanded, setExpanded] = useState(readCookie);
  return [
    expanded,
    (next) => {
      document.cookie = `${COOKIE}=${next ? 'expanded' : 'collapsed'}; path=/; max-age=${String(LIFETIME)}; SameSite=Strict`;
      setExpanded(next);
    },
  ];
}

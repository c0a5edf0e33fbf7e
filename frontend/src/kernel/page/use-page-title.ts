// Sets the title of the browser tab.
import { useEffect } from 'react';

const PRODUCT = 'UNO CMS';

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
}

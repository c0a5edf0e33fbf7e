// The tab's title, one per page.
import { useEffect } from 'react';

const PRODUCT = 'UNO CMS';

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
}

// What is announced in the console these days: toasts say it on every page, and a card of the first one lists it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Answer } from '~/domain/client';
import { today } from '~/domain/time';
import { CATEGORIES } from './category';

/** An announcement as lists of them have it. */
export type Summary = Answer<'ListAnnouncements'>['data'][number];

export function useAnnouncements() {
  const [day] = useState(today);
  return useQuery({
    queryKey: ['announcements', 'popups', day],
    queryFn: ({ signal }) =>
      call(
        'ListAnnouncements',
        {
          query: {
            categories: [...CATEGORIES],
            popupTargets: ['CMS'],
            isPopup: true,
            popupFrom: day,
            popupTo: day,
            page: 0,
            pageSize: 10,
          },
        },
        signal,
      ),
    // Asked once: nothing comes between a page and who works with it.
    staleTime: Infinity,
  });
}

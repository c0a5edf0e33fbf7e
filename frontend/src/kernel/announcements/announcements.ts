// The console's current announcements: toasts show them on every page, and a card on the home page
// lists them.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Answer } from '~/domain/client';
import { today } from '~/domain/time';
import { CATEGORIES } from './category';

/** An announcement as returned by lists. */
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
    // Loaded once: announcements do not interrupt users who are working.
    staleTime: Infinity,
  });
}

// How calendars name months and days in the active language, and on which day their weeks begin.
import { useEffect, useState } from 'react';
import { useLanguage } from './i18n';
import { languageOf } from './languages';

interface Calendar {
  /** Under which the names are known to dayjs. */
  locale: string;
  firstDayOfWeek: DayOfWeek;
  /** Sundays are red, as calendars in Korea have them; Saturdays are days as others. */
  weekendDays: DayOfWeek[];
}

type DayOfWeek = 0 | 1 | 2 | 3 | 4 | 5 | 6;

const SUNDAYS: DayOfWeek[] = [0];

/** English is built into dayjs; the others arrive when a calendar is first shown. */
const BUILT_IN: Calendar = { locale: 'en', firstDayOfWeek: 0, weekendDays: SUNDAYS };

export function useCalendar(): Calendar {
  const language = useLanguage();
  const [known, setKnown] = useState<{ language: string; calendar: Calendar }>();
  useEffect(() => {
    let wanted = true;
    languageOf(language)
      .dates()
      .then(({ default: { name, weekStart = 0 } }) => {
        if (!wanted) return;
        const firstDayOfWeek = weekStart as DayOfWeek;
        const calendar = { locale: name, firstDayOfWeek, weekendDays: SUNDAYS };
        setKnown({ language, calendar });
      })
      .catch((error: unknown) => {
        // The calendar stays English; that is no reason to keep anybody from working.
        console.warn('The names of months and days could not be loaded', error);
      });
    return () => {
      wanted = false;
    };
  }, [language]);
  return known?.language === language ? known.calendar : BUILT_IN;
}

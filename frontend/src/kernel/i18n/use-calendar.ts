// The names of months and days in the active language, and the first day of the week.
import { useEffect, useState } from 'react';
import { useLanguage } from './i18n';
import { languageOf } from './languages';

interface Calendar {
  /** The key of the names in dayjs. */
  locale: string;
  firstDayOfWeek: DayOfWeek;
  /** Sundays are red, as in Korean calendars; Saturdays are not highlighted. */
  weekendDays: DayOfWeek[];
}

type DayOfWeek = 0 | 1 | 2 | 3 | 4 | 5 | 6;

const SUNDAYS: DayOfWeek[] = [0];

/** English is built into dayjs; the others are loaded when a calendar is first shown. */
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
        // The calendar stays English, which must not stop anybody from working.
        console.warn('The names of months and days could not be loaded', error);
      });
    return () => {
      wanted = false;
    };
  }, [language]);
  return known?.language === language ? known.calendar : BUILT_IN;
}

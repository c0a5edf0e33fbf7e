// Starts the machine-translation widget for a signed-in user, if the operator has configured one.
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { settings } from '~/domain/settings';
import type { MachineTranslation } from './machine-translation';
import { isTranslated } from './translated-pages';

export function useMachineTranslation(): void {
  const { key } = useLocation();
  const [widget, setWidget] = useState<MachineTranslation>();
  useEffect(() => {
    const { translationScript } = settings();
    if (translationScript === null || !isTranslated(window.location.pathname)) return;
    let started: MachineTranslation | undefined;
    let left = false;
    import('./machine-translation')
      .then(({ startMachineTranslation }) => {
        if (left) return;
        started = startMachineTranslation(translationScript);
        setWidget(started);
      })
      .catch((error: unknown) => {
        console.warn('The translation widget could not be loaded', error);
      });
    return () => {
      left = true;
      started?.stop();
    };
  }, []);
  useEffect(() => {
    widget?.pageChanged();
  }, [widget, key]);
}

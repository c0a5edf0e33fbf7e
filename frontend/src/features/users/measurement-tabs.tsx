// From one kind of measurement to the others, without opening the menu.
import { NavLink, useLocation } from 'react-router';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import classes from './member-page.module.css';

const KINDS: readonly { path: string; label: MessageKey }[] = [
  { path: '/users/measurements/stress', label: 'memberPage.stress' },
  { path: '/users/measurements/physical', label: 'memberPage.physical' },
  { path: '/users/measurements/vision', label: 'memberPage.vision' },
];

export function MeasurementTabs() {
  const t = useText();
  const { pathname } = useLocation();
  if (!KINDS.some(({ path }) => path === pathname)) return null;
  return (
    <nav className={classes.tabs} aria-label={t('memberPage.measurements')}>
      {KINDS.map(({ path, label }) => (
        <NavLink key={path} to={path}>
          {t(label)}
        </NavLink>
      ))}
    </nav>
  );
}

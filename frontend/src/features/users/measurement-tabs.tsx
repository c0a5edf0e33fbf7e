// Tabs between the kinds of measurements, as a shortcut for the menu.
import { useLocation } from 'react-router';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { Link } from '~/ui/link';
import classes from './member-page.module.css';
import { useIsOffered } from './own-records';
import { OWN_PHYSICAL, OWN_STRESS, OWN_VISION } from './screens';

const KINDS: readonly { path: string; label: MessageKey }[] = [
  { path: OWN_STRESS.path, label: 'memberPage.stress' },
  { path: OWN_PHYSICAL.path, label: 'memberPage.physical' },
  { path: OWN_VISION.path, label: 'memberPage.vision' },
];

export function MeasurementTabs() {
  const t = useText();
  const { pathname } = useLocation();
  const isOffered = useIsOffered();
  if (!KINDS.some(({ path }) => path === pathname)) return null;
  return (
    <nav className={classes.tabs} aria-label={t('memberPage.measurements')}>
      {KINDS.filter(({ path }) => path === pathname || isOffered(path)).map(({ path, label }) => (
        <Link key={path} to={path} aria-current={path === pathname ? 'page' : undefined}>
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}

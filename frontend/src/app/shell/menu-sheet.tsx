// The menu as a sheet over the page, for narrow windows.
import '~/kernel/dialog/dialog-styles';
import { Drawer } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useText } from '~/kernel/i18n/i18n';
import { useLayer } from '~/ui/layers';
import classes from './menu-sheet.module.css';
import { Sidebar } from './sidebar';

const WIDTH = '19rem';

export interface MenuSheetProps {
  opened: boolean;
  onClose: () => void;
  /** Called if its code cannot be fetched. */
  onMissing: () => void;
  onLogout: () => void;
}

export default function MenuSheet({ opened, onClose, onLogout }: MenuSheetProps) {
  const t = useText();
  // Rendering it closed once lets it remember where the focus was.
  const mounted = useMounted();
  useLayer(opened, onClose);
  return (
    <Drawer
      opened={mounted && opened}
      onClose={onClose}
      size={WIDTH}
      title={t('shell.menu')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      classNames={{ body: classes.body }}
    >
      <nav className={classes.menu} aria-label={t('shell.menu')}>
        <Sidebar icons={false} onLogout={onLogout} />
      </nav>
    </Drawer>
  );
}

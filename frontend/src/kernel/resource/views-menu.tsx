// The active saved view of a list, and the button for all views. The dialog is loaded when the
// button is first pressed.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { lazyPart } from '~/kernel/code/lazy-part';
import { useText, withTexts } from '~/kernel/i18n/i18n';
import { Anchored } from '~/ui/anchored';
import { ViewIcon } from '~/ui/icons';
import type { Views } from './views';
import type { ViewsDialogProps } from './views-dialog';
import classes from './views-menu.module.css';

const ViewsDialog = lazyPart<ViewsDialogProps>(() => withTexts('forms', import('./views-dialog')));

export function ViewsMenu({ list, views }: { list: string; views: Views }) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const { on, isAltered } = views;
  const label = t('views.label');
  const close = () => {
    setOpened(false);
  };
  return (
    <Anchored
      label={label}
      opened={opened}
      onClose={close}
      width="min(340px, 92vw)"
      // The same button with and without a view, so that an open panel stays open when the views
      // arrive.
      button={(props) => (
        <Button
          {...props}
          variant="default"
          className={classes.button}
          title={label}
          aria-label={[label, on?.name, isAltered && t('views.altered')].filter(Boolean).join(', ')}
          onClick={() => {
            setOpened(!opened);
          }}
        >
          <ViewIcon size={17} stroke={1.6} aria-hidden />
          {on && <bdi>{on.name}</bdi>}
          {isAltered && <small>{t('views.altered')}</small>}
        </Button>
      )}
    >
      <ViewsDialog list={list} views={views} onClose={close} />
    </Anchored>
  );
}

// The button for the settings of a table. Its panel is loaded when the button is first pressed.
import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import { lazyPart } from '~/kernel/code/lazy-part';
import { useText } from '~/kernel/i18n/i18n';
import { Anchored } from '~/ui/anchored';
import { ColumnsIcon } from '~/ui/icons';
import type { ViewPanelProps } from './view-panel';

const ViewPanel = lazyPart<ViewPanelProps>(() => import('./view-panel'));

export function ViewMenu(props: ViewPanelProps) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  return (
    <Anchored
      label={t('view.label')}
      opened={opened}
      onClose={() => {
        setOpened(false);
      }}
      button={(button) => (
        <ActionIcon
          {...button}
          variant="default"
          size={34}
          aria-label={t('view.label')}
          title={t('view.label')}
          onClick={() => {
            setOpened(!opened);
          }}
        >
          <ColumnsIcon size={17} stroke={1.6} />
        </ActionIcon>
      )}
    >
      <ViewPanel {...props} />
    </Anchored>
  );
}

// A form, with a preview of its values in a second tab. The form stays mounted while the preview is
// shown: its panel is hidden with CSS only. The library hides panels with React's Activity, which
// ends the effects of the fields, so that an editor would lose its text and its undo history.
import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '~/kernel/i18n/i18n';

export type FormTab = 'write' | 'preview';

interface FormTabsProps {
  tab: FormTab;
  onTab: (tab: FormTab) => void;
  preview: ReactNode;
  children: ReactNode;
}

export function FormTabs({ tab, onTab, preview, children }: FormTabsProps) {
  const t = useText();
  return (
    <Tabs
      value={tab}
      keepMountedMode="display-none"
      onChange={(next) => {
        onTab(next === 'preview' ? 'preview' : 'write');
      }}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="write">{t('form.write')}</Tabs.Tab>
        <Tabs.Tab value="preview">{t('form.preview')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="write">{children}</Tabs.Panel>
      <Tabs.Panel value="preview">{tab === 'preview' && preview}</Tabs.Panel>
    </Tabs>
  );
}

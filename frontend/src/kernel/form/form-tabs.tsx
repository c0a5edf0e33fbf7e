// A form and, beside it, what its values will look like. The form stays as it is while the other tab shows:
// its panel is hidden by style alone. The library's own way to hide one, React's Activity, ends everything that
// the fields have under way, and an editor would lose its text and what can be taken back.
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

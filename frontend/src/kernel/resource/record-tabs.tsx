// The tabs of a record's page. The address names the open tab; a tab loads its content when it is
// opened.
import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { TabLine } from '~/kernel/page/tab-line';

export interface RecordTab {
  /** Name of the tab in the address. */
  tab: string;
  label: MessageKey;
  panel: ReactNode;
}

interface RecordTabsProps {
  /** In display order. The first tab is open if the address names none. */
  tabs: readonly [RecordTab, ...RecordTab[]];
}

export function RecordTabs({ tabs }: RecordTabsProps) {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const first = tabs[0].tab;
  const asked = search.get('tab') ?? first;
  const opened = tabs.some(({ tab }) => tab === asked) ? asked : first;
  return (
    <Tabs
      value={opened}
      onChange={(tab) => {
        setSearch(
          (now) => {
            const next = new URLSearchParams(now);
            next.delete('tab');
            if (tab !== null && tab !== first) next.set('tab', tab);
            return next;
          },
          { replace: true, preventScrollReset: true },
        );
      }}
      keepMounted={false}
    >
      <TabLine opened={opened}>
        {tabs.map(({ tab, label }) => (
          <Tabs.Tab key={tab} value={tab}>
            {t(label)}
          </Tabs.Tab>
        ))}
      </TabLine>
      {tabs.map(({ tab, panel }) => (
        <Tabs.Panel key={tab} value={tab}>
          {panel}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

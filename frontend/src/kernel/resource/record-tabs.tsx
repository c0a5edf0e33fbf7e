// The tabs of a record's page. Which one is open, its address says; what is in it is asked for when it is opened.
import { Tabs } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import classes from './record-page.module.css';

export interface RecordTab {
  /** Its word in the address. */
  tab: string;
  label: MessageKey;
  panel: ReactNode;
}

interface RecordTabsProps {
  /** In their order; the first is open where the address names none. */
  tabs: readonly [RecordTab, ...RecordTab[]];
}

export function RecordTabs({ tabs }: RecordTabsProps) {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const first = tabs[0].tab;
  const asked = search.get('tab') ?? first;
  const opened = tabs.some(({ tab }) => tab === asked) ? asked : first;
  const list = useRef<HTMLDivElement>(null);
  // On a phone the line of tabs is longer than the screen.
  useEffect(() => {
    const tab = list.current?.querySelector('[aria-selected="true"]');
    const line = list.current?.getBoundingClientRect();
    const own = tab?.getBoundingClientRect();
    if (!line || !own) return;
    if (own.left < line.left || own.right > line.right) {
      list.current?.scrollBy({ left: own.left - line.left - (line.width - own.width) / 2 });
    }
  }, [opened]);
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
      <Tabs.List ref={list} mb="sm" className={classes.tabs}>
        {tabs.map(({ tab, label }) => (
          <Tabs.Tab key={tab} value={tab}>
            {t(label)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ tab, panel }) => (
        <Tabs.Panel key={tab} value={tab}>
          {panel}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

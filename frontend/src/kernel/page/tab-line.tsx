// Tabs in a single line. If it is wider than the screen it scrolls by touch, fades at its ends and
// scrolls to the open tab.
import { Tabs } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import classes from './tab-line.module.css';

interface TabLineProps {
  /** The open tab. */
  opened: string;
  children: ReactNode;
}

export function TabLine({ opened, children }: TabLineProps) {
  const list = useRef<HTMLDivElement>(null);
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
    <Tabs.List ref={list} mb="sm" className={classes.tabs}>
      {children}
    </Tabs.List>
  );
}

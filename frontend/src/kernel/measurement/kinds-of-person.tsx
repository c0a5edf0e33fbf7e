// The measurements of a person, with one tab for each kind that the viewer may see. The address
// names the open tab.
import { Group, Tabs, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useMe } from '~/kernel/session/account';
import { useAuthority } from '~/kernel/session/session';
import { accessOf } from '~/domain/access';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { TabLine } from '~/kernel/page/tab-line';
import type { Owner } from './of-person';

export interface KindOfPerson<O extends Owner = Owner> {
  /** Name of the tab in the address. */
  word: string;
  label: MessageKey;
  /** The screen of its history. Users who may read that screen see the tab. */
  path: string;
  OfPerson: (props: { owner: O }) => ReactNode;
}

interface KindsOfPersonProps<O extends Owner> {
  kinds: readonly KindOfPerson<O>[];
  owner: O;
  /** Actions for all kinds together. */
  actions?: ReactNode;
}

export function KindsOfPerson<O extends Owner>(props: KindsOfPersonProps<O>) {
  const { kinds, owner, actions } = props;
  const t = useText();
  const authority = useAuthority();
  const items = useMe().data?.permissionGroup.allowedMenuItems ?? [];
  const [search, setSearch] = useSearchParams();
  const seen = kinds.filter(({ path }) => accessOf(path, items, authority).read);
  const asked = search.get('kind');
  const opened = seen.find(({ word }) => word === asked) ?? seen[0];
  if (!opened) return actions;
  return (
    <section>
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2} size="h4">
          {t('measurement.results')}
        </Title>
        {actions}
      </Group>
      <Tabs
        value={opened.word}
        onChange={(word) => {
          setSearch(
            (now) => {
              const next = new URLSearchParams();
              // Page and sort order belong to the table of the previous tab.
              const tab = now.get('tab');
              if (tab !== null) next.set('tab', tab);
              if (word !== null && word !== seen[0]?.word) next.set('kind', word);
              return next;
            },
            { replace: true, preventScrollReset: true },
          );
        }}
        keepMounted={false}
      >
        <TabLine opened={opened.word}>
          {seen.map(({ word, label }) => (
            <Tabs.Tab key={word} value={word}>
              {t(label)}
            </Tabs.Tab>
          ))}
        </TabLine>
        {seen.map(({ word, OfPerson }) => (
          <Tabs.Panel key={word} value={word}>
            {/* Remounts for another person, so that one person's rows are never shown as
                placeholders for another's. */}
            <OfPerson key={JSON.stringify(owner)} owner={owner} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}

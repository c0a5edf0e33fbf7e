// The reason why a record cannot be removed: which records depend on it, how many, and links to
// their lists.
import { Anchor, List, Stack, Text } from '@mantine/core';
import type { FieldError } from '~/domain/validation';
import { useAccess } from '~/kernel/access/access';
import { useCloseQuestion } from '~/kernel/dialog/question';
import { formatNumber } from '~/kernel/i18n/format';
import { text, textIfKnown, useText } from '~/kernel/i18n/i18n';
import { Link } from '~/ui/link';
import type { DependentList } from './definition';

interface DependentsProps {
  found: readonly FieldError[];
  lists: Record<string, readonly DependentList[]>;
}

export function Dependents({ found, lists }: DependentsProps) {
  const t = useText();
  return (
    <Stack gap="xs">
      <Text>{t('error.10010')}</Text>
      <List>
        {found.map((dependents) => (
          <List.Item key={dependents.path}>
            {dependentsText(dependents)}
            {lists[dependents.path]?.map((list) => (
              <ListLink key={list.screen.path} list={list} />
            ))}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

/** Names the kind of the dependents and their number. */
export function dependentsText({ path, params }: FieldError): string {
  const name = textIfKnown(`dependents.${path}`) ?? text('dependents.others');
  return `${name}: ${formatNumber(Number(params.count))}`;
}

/** Renders nothing if the user may not see the list. */
function ListLink({ list: { screen, filters } }: { list: DependentList }) {
  const t = useText();
  const close = useCloseQuestion();
  const access = useAccess(screen.path);
  if (!access.read) return null;
  return (
    <>
      {' · '}
      <Anchor
        component={Link}
        to={`${screen.path}?${new URLSearchParams(filters).toString()}`}
        onClick={close}
      >
        {t(screen.title)}
      </Anchor>
    </>
  );
}

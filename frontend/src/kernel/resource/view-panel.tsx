// The user's settings of a table: visible columns, their order, and row density.
import { ActionIcon, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';
import { useDensity } from '~/kernel/table/table-preferences';
import { AscendingIcon, DescendingIcon } from '~/ui/icons';
import { columnsInOrder, isShown, type AnyField } from './definition';
import { useListColumns } from './list-columns';

const MOVES = [
  { label: 'home.earlier', by: -1, Icon: AscendingIcon },
  { label: 'home.later', by: 1, Icon: DescendingIcon },
] as const;

export interface ViewPanelProps {
  list: string;
  fields: readonly AnyField<never>[];
}

export default function ViewPanel({ list, fields }: ViewPanelProps) {
  const t = useText();
  const { choice, order, setShown, setOrder } = useListColumns(list);
  const [density, setDensity] = useDensity();
  const columns = columnsInOrder(fields, order);
  const names = columns.map(({ name }) => name);
  const move = (at: number, to: number) => {
    const moved = names.filter((_, place) => place !== at);
    moved.splice(to, 0, ...names.slice(at, at + 1));
    setOrder(moved);
  };
  const canMove = (at: number, by: number) => at + by > 0 && at + by < columns.length;
  return (
    // Measurements have more columns than fit on a screen.
    <Stack gap="xs" mah="60vh" p={2} style={{ overflowY: 'auto' }}>
      <Text size="xs" fw={600} c="dimmed">
        {t('view.columns')}
      </Text>
      {columns.map((column, index) => (
        <Group key={column.name} gap={2} wrap="nowrap">
          <Checkbox
            size="xs"
            mr="auto"
            label={t(column.label)}
            checked={isShown(column, choice)}
            // The first column links to the record.
            disabled={index === 0}
            onChange={(event) => {
              setShown(column.name, event.currentTarget.checked);
            }}
          />
          {index > 0 &&
            MOVES.map(({ label, by, Icon }) => (
              <ActionIcon
                key={label}
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={t(label, { card: t(column.label) })}
                // A disabled button would lose the focus.
                {...(!canMove(index, by) && { 'data-disabled': true, 'aria-disabled': true })}
                onClick={() => {
                  if (canMove(index, by)) move(index, index + by);
                }}
              >
                <Icon size={14} stroke={1.6} />
              </ActionIcon>
            ))}
        </Group>
      ))}
      <Text size="xs" fw={600} c="dimmed" mt={4}>
        {t('view.density')}
      </Text>
      <Checkbox
        size="xs"
        label={t('view.compact')}
        checked={density === 'compact'}
        onChange={(event) => {
          setDensity(event.currentTarget.checked ? 'compact' : 'comfortable');
        }}
      />
    </Stack>
  );
}

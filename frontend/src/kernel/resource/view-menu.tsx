// What a reader can set about a table: its columns and how close its rows stand.
import { ActionIcon, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useText } from '~/kernel/i18n/i18n';
import { Anchored } from '~/ui/anchored';
import { useControls } from '~/ui/controls/late';
import { ColumnsIcon } from '~/ui/icons';
import { useColumnChoice, useDensity } from '~/kernel/table/table-preferences';
import { isShown, type AnyField } from './definition';

interface ViewMenuProps<Row> {
  /** Name that the choice is kept under. */
  table: string;
  fields: readonly AnyField<Row>[];
}

export function ViewMenu<Row>({ table, fields }: ViewMenuProps<Row>) {
  const t = useText();
  const { choice, setShown } = useColumnChoice(table);
  const [density, setDensity] = useDensity();
  const columns = fields.filter((field) => field.column);
  const [opened, setOpened] = useState(false);
  const controls = useControls();
  return (
    <Anchored
      label={t('view.label')}
      opened={opened}
      onClose={() => {
        setOpened(false);
      }}
      button={(props) => (
        <ActionIcon
          {...props}
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
      {controls && (
        <Stack gap="xs">
          <Text size="xs" fw={600} c="dimmed">
            {t('view.columns')}
          </Text>
          {columns.map((column, index) => (
            <controls.Checkbox
              key={column.name}
              size="xs"
              label={t(column.label)}
              checked={isShown(column, choice)}
              // The first column is the way into a row.
              disabled={index === 0}
              onChange={(event) => {
                setShown(column.name, event.currentTarget.checked);
              }}
            />
          ))}
          <Text size="xs" fw={600} c="dimmed" mt={4}>
            {t('view.density')}
          </Text>
          <controls.Checkbox
            size="xs"
            label={t('view.compact')}
            checked={density === 'compact'}
            onChange={(event) => {
              setDensity(event.currentTarget.checked ? 'compact' : 'comfortable');
            }}
          />
        </Stack>
      )}
    </Anchored>
  );
}

// Inserts a table or, inside one, offers its commands.
import { ActionIcon, Menu } from '@mantine/core';
import type { ChainedCommands, Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import type { Icon } from '@tabler/icons-react';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import {
  ColumnAfterIcon,
  ColumnBeforeIcon,
  ColumnDeleteIcon,
  HeaderRowIcon,
  RowAfterIcon,
  RowBeforeIcon,
  RowDeleteIcon,
  TableDeleteIcon,
  TableIcon,
} from './editor-icons';
import { toolProps } from './tool-props';

type Step = (chain: ChainedCommands) => ChainedCommands;

const NEW_TABLE = { rows: 3, cols: 3, withHeaderRow: true };

const CHANGES: readonly [MessageKey, Icon, Step][] = [
  ['richText.rowBefore', RowBeforeIcon, (chain) => chain.addRowBefore()],
  ['richText.rowAfter', RowAfterIcon, (chain) => chain.addRowAfter()],
  ['richText.rowDelete', RowDeleteIcon, (chain) => chain.deleteRow()],
  ['richText.columnBefore', ColumnBeforeIcon, (chain) => chain.addColumnBefore()],
  ['richText.columnAfter', ColumnAfterIcon, (chain) => chain.addColumnAfter()],
  ['richText.columnDelete', ColumnDeleteIcon, (chain) => chain.deleteColumn()],
  ['richText.headerRow', HeaderRowIcon, (chain) => chain.toggleHeaderRow()],
  ['richText.tableDelete', TableDeleteIcon, (chain) => chain.deleteTable()],
];

export function TableTool({ editor, current }: { editor: Editor; current: boolean }) {
  const t = useText();
  const inTable = useEditorState({ editor, selector: () => editor.isActive('table') });
  const run = (step: Step) => {
    step(editor.chain().focus()).run();
  };
  const button = (
    <ActionIcon
      {...toolProps('richText.table', t('richText.table'), current)}
      variant={inTable ? 'light' : 'subtle'}
      color={inTable ? 'teal' : 'gray'}
      {...(!inTable && {
        onClick: () => {
          run((chain) => chain.insertTable(NEW_TABLE));
        },
      })}
    >
      <TableIcon size={17} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
  if (!inTable) return button;
  return (
    <Menu position="bottom-end" shadow="md" returnFocus={false}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {CHANGES.map(([label, Shape, step]) => (
          <Menu.Item
            key={label}
            leftSection={<Shape size={16} stroke={1.6} aria-hidden />}
            onClick={() => {
              run(step);
            }}
          >
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

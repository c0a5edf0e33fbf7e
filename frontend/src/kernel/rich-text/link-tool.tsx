// Adds a link to the selection, or edits or removes the link at the cursor.
import { ActionIcon, Button, Group, Popover, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useState, type KeyboardEvent } from 'react';
import { useText } from '~/kernel/i18n/i18n';
import { LinkIcon } from './editor-icons';
import { linkAddress } from './link-address';
import { toolProps } from './tool-props';

/** The usual start of an address, in every language. */
const START = 'https://';

interface LinkToolProps {
  editor: Editor;
  current: boolean;
  opened: boolean;
  onOpened: (opened: boolean) => void;
}

export function LinkTool({ editor, current, opened, onOpened }: LinkToolProps) {
  const t = useText();
  const on = useEditorState({ editor, selector: () => editor.isActive('link') });
  return (
    <Popover
      opened={opened}
      onChange={onOpened}
      position="bottom-start"
      width="min(340px, 90vw)"
      shadow="md"
      trapFocus
      // The box handles Escape itself: the library would focus the editor's element and lose the
      // selection.
      closeOnEscape={false}
    >
      <Popover.Target>
        <ActionIcon
          {...toolProps('richText.link', t('richText.link'), current)}
          variant={on ? 'light' : 'subtle'}
          color={on ? 'teal' : 'gray'}
          aria-pressed={on}
          onClick={() => {
            onOpened(!opened);
          }}
        >
          <LinkIcon size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('richText.link')}>
        <LinkBox
          editor={editor}
          onDone={() => {
            onOpened(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function LinkBox({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const t = useText();
  const known = String(editor.getAttributes('link').href ?? '');
  const [typed, setTyped] = useState(known);
  const [wrong, setWrong] = useState(false);
  const apply = () => {
    const address = linkAddress(typed);
    setWrong(address === undefined);
    if (address === undefined) return;
    putLink(editor, address);
    onDone();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      onDone();
      editor.commands.focus();
    }
  };
  return (
    // Escape closes this box only. The form's dialog checks for the mark.
    <div onKeyDown={onKeyDown}>
      <TextInput
        label={t('richText.linkAddress')}
        placeholder={START}
        type="url"
        dir="ltr"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          apply();
        }}
        error={wrong ? t('richText.linkWrong') : undefined}
        data-autofocus
        data-mantine-stop-propagation="true"
      />
      <Group gap="xs" justify="flex-end" mt="sm">
        {known !== '' && (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            onClick={remove}
            data-mantine-stop-propagation="true"
          >
            {t('richText.linkRemove')}
          </Button>
        )}
        <Button size="xs" onClick={apply} data-mantine-stop-propagation="true">
          {t('richText.linkApply')}
        </Button>
      </Group>
    </div>
  );
}

/** Without a selection, the address itself becomes the text. */
function putLink(editor: Editor, href: string): void {
  const chain = editor.chain().focus();
  if (editor.state.selection.empty && !editor.isActive('link')) {
    chain
      .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
      .run();
  } else {
    chain.extendMarkRange('link').setLink({ href }).run();
  }
}

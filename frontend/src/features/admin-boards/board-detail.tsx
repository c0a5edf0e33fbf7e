// The detail of a board for its managers: its fields, a link to share, and the readers' view.
import { ActionIcon, CopyButton, Group, Text, Tooltip } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';
import { FieldList } from '~/kernel/resource/field-list';
import { useResource } from '~/kernel/resource/use-dialog-route';
import { CopyIcon, DoneIcon } from '~/ui/icons';
import type { Board } from './board-resource';
import { ReaderView } from './reader-view';
import classes from './board-detail.module.css';

export function BoardDetail({ record }: { record: Board }) {
  const { fields } = useResource();
  return (
    <>
      <FieldList fields={fields} record={record} />
      <ShareLink id={record.adminBoardId} />
      <ReaderView subName={record.subName} content={record.content ?? ''} />
    </>
  );
}

/** An announcement opens over any page. Every signed-in user may see the home page. */
function ShareLink({ id }: { id: number }) {
  const t = useText();
  const address = new URL(`/?announcement=${String(id)}`, window.location.origin).href;
  return (
    <Group className={classes.link} gap="xs" wrap="nowrap">
      <Text size="sm" c="dimmed" className={classes.label}>
        {t('board.link')}
      </Text>
      <a href={address} target="_blank" rel="noreferrer" className={classes.address}>
        {address}
      </a>
      <CopyButton value={address} timeout={2000}>
        {({ copied, copy }) => {
          const label = t(copied ? 'board.linkCopied' : 'board.linkCopy');
          return (
            <Tooltip label={label}>
              <ActionIcon
                variant="subtle"
                color={copied ? 'teal' : 'gray'}
                onClick={copy}
                aria-label={label}
              >
                {copied ? <DoneIcon size={16} stroke={1.6} /> : <CopyIcon size={16} stroke={1.6} />}
              </ActionIcon>
            </Tooltip>
          );
        }}
      </CopyButton>
    </Group>
  );
}

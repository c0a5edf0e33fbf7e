// The saved views of a list: apply one, save the current state as one, change and remove one's own.
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SyntheticEvent } from 'react';
import { call, type Body } from '~/domain/client';
import { validate } from '~/domain/validation';
import { errorText, fieldErrorText, reasonText } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { useText } from '~/kernel/i18n/i18n';
import { groupName, useMe } from '~/kernel/session/account';
import { toast } from '~/kernel/toast/toast';
import { useListState, VIEW_PARAMETER } from '~/kernel/url/list-state';
import { useControls } from '~/ui/controls/late';
import { DeleteIcon, EditIcon } from '~/ui/icons';
import { ToneBadge } from '~/ui/tone-badge';
import { viewsOf, type SavedView } from './known-views';
import type { Views } from './views';
import classes from './views-dialog.module.css';

export interface ViewsDialogProps {
  list: string;
  views: Views;
  onClose: () => void;
}

/** What the form edits: a new view or an existing one. */
type Edited = 'new' | SavedView;

export default function ViewsDialog({ list, views, onClose }: ViewsDialogProps) {
  const t = useText();
  const { change } = useListState();
  const [edited, setEdited] = useState<Edited>();
  const changes = useChanges(list, views, change);
  const { asked, on, isAltered } = views;
  if (edited) {
    return (
      <ViewForm
        edited={edited}
        views={views}
        save={changes.save}
        onDone={onClose}
        onCancel={() => {
          setEdited(undefined);
        }}
      />
    );
  }
  const own = asked.data?.find(
    ({ savedViewId, can }) => savedViewId === on?.savedViewId && can.update.allowed,
  );
  return (
    <Stack gap="xs">
      <Text size="xs" fw={600} c="dimmed">
        {t('views.label')}
      </Text>
      {asked.isError && !asked.data && (
        <QueryError error={asked.error} retry={() => void asked.refetch()} />
      )}
      {asked.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('views.none')}
        </Text>
      )}
      <ul className={classes.list}>
        {asked.data?.map((view) => (
          <li key={view.savedViewId}>
            <button
              type="button"
              className={classes.view}
              aria-current={view.savedViewId === on?.savedViewId ? 'true' : undefined}
              onClick={() => {
                views.apply(view);
                onClose();
              }}
            >
              <bdi>{view.name}</bdi>
              <Marks view={view} />
            </button>
            {view.can.update.allowed && (
              <>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('action.editNamed', { name: view.name })}
                  onClick={() => {
                    setEdited(view);
                  }}
                >
                  <EditIcon size={16} stroke={1.6} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('action.deleteNamed', { name: view.name })}
                  onClick={() => {
                    changes.remove(view);
                    onClose();
                  }}
                >
                  <DeleteIcon size={16} stroke={1.6} />
                </ActionIcon>
              </>
            )}
          </li>
        ))}
      </ul>
      {own && isAltered && (
        <Button
          variant="light"
          onClick={() => {
            changes.update(own);
            onClose();
          }}
        >
          {t('views.update', { name: own.name })}
        </Button>
      )}
      <Button
        variant="default"
        onClick={() => {
          setEdited('new');
        }}
      >
        {t('views.saveNew')}
      </Button>
      {on && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => {
            views.leave();
            onClose();
          }}
        >
          {t('views.leave')}
        </Button>
      )}
    </Stack>
  );
}

/** The badges of a view next to its name. */
function Marks({ view }: { view: SavedView }) {
  const t = useText();
  const isShared = view.visibility === 'GROUP';
  return (
    <>
      {view.isDefault && <ToneBadge tone="good">{t('views.default')}</ToneBadge>}
      {isShared && (
        <ToneBadge tone="neutral">
          {view.can.update.allowed ? t('views.shared') : view.ownerName}
        </ToneBadge>
      )}
    </>
  );
}

type Saved = Pick<SavedView, 'name' | 'visibility' | 'isDefault'>;

/** Saves and removes views, and refreshes all lists that use them. */
function useChanges(list: string, views: Views, change: ReturnType<typeof useListState>['change']) {
  const t = useText();
  const queryClient = useQueryClient();
  const { queryKey } = viewsOf(list);
  const follow = () => queryClient.invalidateQueries({ queryKey });
  const turnOn = ({ savedViewId }: SavedView) => {
    change({ [VIEW_PARAMETER]: String(savedViewId) });
  };
  const failed = (error: unknown) => {
    toast('error', errorText(error));
    void follow();
  };
  const create = async (view: Body<'CreateSavedView'>) => {
    const made = await call('CreateSavedView', { body: view });
    queryClient.setQueryData(queryKey, (known = []) => [...known, made]);
    await follow();
    return made;
  };
  return {
    save: async (edited: Edited, saved: Saved) => {
      if (edited === 'new') {
        turnOn(await create({ list, ...saved, ...views.now }));
      } else {
        const { savedViewId, version } = edited;
        const body = { ...saved, version };
        // Refreshed on failure, too: another user may have changed the view, and the form must
        // reopen with its current state.
        await call('UpdateSavedView', { path: { savedViewId }, body }).finally(follow);
      }
      toast('success', t('form.saved'));
    },
    update: ({ savedViewId, version }: SavedView) => {
      const body = { ...views.now, version };
      call('UpdateSavedView', { path: { savedViewId }, body })
        .then(follow)
        .then(() => {
          toast('success', t('form.saved'));
        }, failed);
    },
    remove: (view: SavedView) => {
      const { savedViewId, name, query, columns, visibility, isDefault } = view;
      const wasOn = views.on?.savedViewId === savedViewId;
      call('DeleteSavedView', { path: { savedViewId } }).then(() => {
        if (wasOn) change({ [VIEW_PARAMETER]: undefined });
        void follow();
        const again = () => {
          create({ list, name, query, columns, visibility, isDefault }).then((made) => {
            if (wasOn) turnOn(made);
            toast('success', t('deleted.done'));
          }, failed);
        };
        import('./undo').then(
          ({ offer }) => {
            offer(t('remove.done'), again);
          },
          () => {
            toast('success', t('remove.done'));
          },
        );
      }, failed);
    },
  };
}

interface ViewFormProps {
  edited: Edited;
  views: Views;
  save: (edited: Edited, saved: Saved) => Promise<void>;
  onDone: () => void;
  onCancel: () => void;
}

function ViewForm({ edited, views, save, onDone, onCancel }: ViewFormProps) {
  const t = useText();
  const me = useMe().data;
  const controls = useControls();
  const isNew = edited === 'new';
  const [name, setName] = useState(isNew ? '' : edited.name);
  const [isShared, setIsShared] = useState(!isNew && edited.visibility === 'GROUP');
  const [isDefault, setIsDefault] = useState(!isNew && edited.isDefault);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const saving = useMutation({
    mutationFn: () => save(edited, { name, visibility: isShared ? 'GROUP' : 'PRIVATE', isDefault }),
    onSuccess: onDone,
    onError: (problem) => {
      setError(reasonText(problem));
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    // No other field of the form can be invalid.
    const wrong = validate('SavedViewSave', { name }).find(({ path }) => path === 'name');
    if (!wrong) {
      saving.mutate();
      return;
    }
    setError(fieldErrorText(wrong));
    // The error message must be rendered before a screen reader reads the field.
    requestAnimationFrame(() => input.current?.focus());
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          ref={input}
          label={t('views.name')}
          required
          maxLength={60}
          value={name}
          error={error}
          data-autofocus
          // Rendered in place of the pressed button.
          autoFocus
          onChange={(event) => {
            setName(event.currentTarget.value);
            setError(undefined);
          }}
        />
        {controls && (
          <>
            <controls.Checkbox
              label={t('views.share')}
              description={me && t('views.shareHint', { group: groupName(me) })}
              checked={isShared}
              onChange={(event) => {
                setIsShared(event.currentTarget.checked);
              }}
            />
            <controls.Checkbox
              label={t('views.makeDefault')}
              description={t('views.makeDefaultHint')}
              checked={isDefault}
              onChange={(event) => {
                setIsDefault(event.currentTarget.checked);
              }}
            />
          </>
        )}
        {isNew && views.isSearched && (
          <Text size="xs" c="dimmed">
            {t('views.searchHint')}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" aria-busy={saving.isPending}>
            {t('action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

// Resolves an edit conflict: the saved and the entered values, side by side, for fields that
// differ. If both users changed a field, neither value is preselected: a hasty user would overwrite
// changes that they have not seen.
import { Button, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/VisuallyHidden.css';
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import footClasses from '~/kernel/dialog/foot.module.css';
import { NOTHING } from '~/kernel/field/nothing';
import { formatDateTime } from '~/kernel/i18n/format';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import type { AnyField, FormValues, Revision } from '~/kernel/resource/definition';
import { ToneBadge } from '~/ui/tone-badge';
import classes from './conflict.module.css';
import {
  differencesOf,
  keptOf,
  merged,
  type Choice,
  type ComparedField,
  type Difference,
  type Versions,
} from './merge';

type Field = ComparedField & Pick<AnyField<never>, 'label'>;
type FieldDifference = Difference<Field>;

const LABELS: Record<Choice, MessageKey> = {
  standing: 'conflict.standing',
  entered: 'conflict.entered',
};

export interface ConflictProps {
  fields: readonly Field[];
  versions: Versions;
  /** The revisions since the form was loaded, newest first. */
  revisions: readonly Revision[];
  isSaving: boolean;
  onSave: (values: FormValues) => void;
  /** Returns to the form with the merged values. */
  onEdit: (values: FormValues) => void;
}

export default function Conflict(props: ConflictProps) {
  const { fields, versions, revisions } = props;
  const t = useText();
  const titleId = useId();
  const form = useRef<HTMLFormElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const [isAsked, setAsked] = useState(false);
  const found = differencesOf(fields, versions);
  const open = found.filter(({ changedBy }) => changedBy === 'both');
  const closed = found.filter(({ changedBy }) => changedBy !== 'both');
  // Every new comparison focuses its title, including one after another conflict. It must happen
  // before paint: until then the focus is on a button that is unmounted.
  useLayoutEffect(() => {
    title.current?.focus();
  }, [versions]);
  const finish = (then: (values: FormValues) => void) => {
    if (open.every(({ path }) => choices.has(path))) {
      then(merged(fields, versions, choices));
      return;
    }
    setAsked(true);
    const first = open.find(({ path }) => !choices.has(path));
    // After its message is rendered.
    requestAnimationFrame(() => {
      const groups = form.current?.querySelectorAll<HTMLElement>('[role=radiogroup]') ?? [];
      const group = [...groups].find(({ dataset }) => dataset.difference === first?.path);
      group?.querySelector<HTMLElement>('input')?.focus();
    });
  };
  const chooseAll = (choice: Choice) => {
    setChoices(new Map(open.map(({ path }) => [path, choice])));
  };
  const rowsOf = (some: readonly FieldDifference[]) =>
    some.map((difference) => (
      <Row
        key={difference.path}
        difference={difference}
        versions={versions}
        revision={revisionOf(difference, revisions)}
        kept={keptOf(difference, choices)}
        isAsked={isAsked}
        onChoose={(choice) => {
          setChoices(new Map(choices).set(difference.path, choice));
        }}
      />
    ));
  return (
    <form
      ref={form}
      noValidate
      aria-labelledby={titleId}
      onSubmit={(event) => {
        event.preventDefault();
        finish(props.onSave);
      }}
    >
      <Title order={3} size="h5" id={titleId} ref={title} tabIndex={-1} className={classes.title}>
        {t('conflict.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('conflict.text')}
      </Text>
      {open.length > 0 && (
        <Section
          title={t('conflict.open', { count: open.length })}
          actions={
            open.length > 1 && (
              <>
                {(['standing', 'entered'] as const).map((choice) => (
                  <Button
                    key={choice}
                    variant="default"
                    size="compact-sm"
                    onClick={() => {
                      chooseAll(choice);
                    }}
                  >
                    {t(choice === 'standing' ? 'conflict.allStanding' : 'conflict.allEntered')}
                  </Button>
                ))}
              </>
            )
          }
        >
          {rowsOf(open)}
        </Section>
      )}
      {closed.length > 0 && (
        <Section title={t('conflict.closed', { count: closed.length })}>{rowsOf(closed)}</Section>
      )}
      <Group justify="flex-end" gap="xs" className={footClasses.foot}>
        <Button
          variant="default"
          onClick={() => {
            finish(props.onEdit);
          }}
        >
          {t('conflict.edit')}
        </Button>
        <Button type="submit" loading={props.isSaving}>
          {t('conflict.save')}
        </Button>
      </Group>
    </form>
  );
}

interface SectionProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

function Section({ title, actions, children }: SectionProps) {
  const t = useText();
  return (
    <section className={classes.section}>
      <Group justify="space-between" gap="xs" mb={6}>
        <Title order={4} size="h6">
          {title}
        </Title>
        {actions && <Group gap={6}>{actions}</Group>}
      </Group>
      <div className={classes.rows}>
        {/* Hidden from screen readers: each value has its own label. */}
        <div className={classes.head} aria-hidden>
          <span>{t('revision.field')}</span>
          <span>{t(LABELS.standing)}</span>
          <span>{t(LABELS.entered)}</span>
        </div>
        {children}
      </div>
    </section>
  );
}

interface RowProps {
  difference: FieldDifference;
  versions: Versions;
  revision: Revision | undefined;
  kept: Choice | undefined;
  /** Whether the user has tried to continue. */
  isAsked: boolean;
  onChoose: (choice: Choice) => void;
}

function Row({ difference, versions, revision, kept, isAsked, onChoose }: RowProps) {
  const t = useText();
  const id = useId();
  const { field, entry, path, changedBy } = difference;
  const isOpen = changedBy === 'both';
  const isMissing = isOpen && isAsked && kept === undefined;
  const { entries } = field.kind;
  const shown = (version: keyof Versions): ReactNode => {
    const value = difference[version];
    if (entries) return entries.show(value);
    if (value === null || value === undefined || value === '') return NOTHING;
    return field.kind.showEntered?.(value, versions[version]) ?? field.kind.show(value);
  };
  return (
    <div
      className={classes.row}
      role={isOpen ? 'radiogroup' : 'group'}
      aria-labelledby={`${id}name`}
      aria-describedby={`${id}before ${id}missing`}
      {...(isOpen && { 'aria-required': true, 'aria-invalid': isMissing, 'data-difference': path })}
    >
      <div className={classes.name}>
        <span id={`${id}name`}>
          {t(field.label)}
          {entries && entry !== undefined && <> · {entries.nameOf(entry)}</>}
        </span>
        <div className={classes.before} id={`${id}before`}>
          <span className={classes.was}>{t('conflict.before')} ·</span>{' '}
          <div dir="auto">{shown('before')}</div>
        </div>
        {isMissing && (
          <Text size="xs" c="var(--mantine-color-error)" id={`${id}missing`}>
            {t('conflict.choose')}
          </Text>
        )}
      </div>
      {(['standing', 'entered'] as const).map((choice) => {
        const Cell = isOpen ? 'label' : 'div';
        return (
          <Cell key={choice} className={classes.cell} data-kept={kept === choice || undefined}>
            {isOpen && (
              <input
                type="radio"
                className={classes.radio}
                name={`${id}choice`}
                checked={kept === choice}
                onChange={() => {
                  onChoose(choice);
                }}
                aria-labelledby={`${id}${choice}label`}
                aria-describedby={`${id}${choice}`}
              />
            )}
            <div className={classes.told}>
              <div className={classes.label} id={`${id}${choice}label`}>
                {t(LABELS[choice])}
              </div>
              <div id={`${id}${choice}`}>
                <div className={classes.value} dir="auto">
                  {shown(choice)}
                </div>
                {choice === 'standing' && changedBy !== 'self' && revision && (
                  <Text size="xs" c="dimmed" mt={4}>
                    <bdi>{revision.accountName}</bdi>
                    {' · '}
                    <time dateTime={revision.createdAt}>{formatDateTime(revision.createdAt)}</time>
                  </Text>
                )}
              </div>
              {!isOpen && kept === choice && (
                <div className={classes.kept}>
                  <ToneBadge tone="good">{t('conflict.kept')}</ToneBadge>
                </div>
              )}
              {isOpen && kept === choice && <VisuallyHidden>{t('conflict.kept')}</VisuallyHidden>}
            </div>
          </Cell>
        );
      })}
    </div>
  );
}

/** Returns the last revision that changed the field, if the history tells. */
function revisionOf(
  { path, field }: FieldDifference,
  revisions: readonly Revision[],
): Revision | undefined {
  // Histories name some fields differently. With a single revision, no matching is needed.
  if (revisions.length === 1) return revisions[0];
  const changing = (isIt: (name: string) => boolean) =>
    revisions.filter(({ changes }) => changes.some((change) => isIt(change.field)));
  const [exactly] = changing((name) => name === path);
  if (exactly) return exactly;
  const some = changing((name) => name.split('[')[0] === field.name);
  return some.length === 1 ? some[0] : undefined;
}

// The form of a record: fields from the definition, rules from the shared core, errors beside their fields.
import '~/ui/controls/at-once';
import { Button, Code, Group } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Fragment, useEffect, useState, type ComponentType } from 'react';
import { formFields, validate, type FieldError } from '~/domain/validation';
import { differencesOf, type Versions } from '~/kernel/conflict/merge';
import { Conflict, isOvertaken, type Overtaken, type Standing } from '~/kernel/conflict/overtaken';
import {
  errorText,
  fieldErrorsOf,
  fieldErrorText,
  fieldOf,
  isSignedOut,
  requestIdOf,
} from '~/kernel/errors/error-text';
import { lazyPart } from '~/kernel/code/lazy-part';
import Confirm from '~/kernel/dialog/confirm';
import type { DraftNoticeProps } from '~/kernel/draft/draft-notice';
import type { FoundDraft } from '~/kernel/draft/drafts';
import { useDraft, type DraftKeeping } from '~/kernel/draft/use-draft';
import { useText, withTexts, type MessageKey } from '~/kernel/i18n/i18n';
import {
  isAsked,
  isEntered,
  type AnyField,
  type AskedChanges,
  type FormValues,
  type ResourceRecord,
} from '~/kernel/resource/definition';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import type { Me } from '~/kernel/session/account';
import { FormSection, inSections, sectionsOf } from './form-section';
import { FormTabs, type FormTab } from './form-tabs';
import { Refused } from './refused';
import { useDirtyGuard } from './use-dirty-guard';
import footClasses from '~/kernel/dialog/foot.module.css';
import classes from './resource-form.module.css';

/** What is sent, and what it was made of. */
interface Sent {
  values: FormValues;
  from: Standing;
}

interface ResourceFormProps<Row extends ResourceRecord> {
  fields: readonly AnyField<Row>[];
  /** Name of the rules in the shared core. */
  form: string;
  /** Goes with the entered values into the rules and to the server. */
  fixedValues?: FormValues | undefined;
  /** Says before saving what will change, and asks whether it shall. */
  changes?: AskedChanges<FormValues> | undefined;
  /** Shows what the values will look like. */
  preview?: ComponentType<{ values: FormValues }> | undefined;
  mode: 'create' | 'edit';
  /** Whoever writes may not save any more: what was entered stays to be read. */
  isTakenAway?: boolean;
  initial: FormValues;
  version?: number | undefined;
  save: (values: FormValues, version: number | undefined) => Promise<unknown>;
  onSaved: () => void;
  onCancel: () => void;
  /** Reads the record again, when somebody else was faster. */
  readAgain?: () => Promise<Overtaken>;
}

const DraftNotice = lazyPart<DraftNoticeProps>(() =>
  withTexts('forms', import('~/kernel/draft/draft-notice')),
);

/** The form goes on with what was left in it on this device, as one goes on that has stayed open. */
export function ResourceForm<Row extends ResourceRecord>(props: ResourceFormProps<Row>) {
  const { isKnown, found, discard, keep, drop } = useDraft();
  // What the form was opened with: what is read again meanwhile takes no draft away that is gone on with.
  const [initial] = useState(props.initial);
  if (!isKnown) return <FieldsSkeleton />;
  const isOwn = found && fits(found, initial) && (props.mode === 'edit' || begins(found, initial));
  const draft = isOwn ? found : undefined;
  return (
    <>
      {draft && (
        // It is there before what it says, so that it is read aloud.
        <div role="status">
          <DraftNotice
            at={draft.at}
            isOvertaken={draft.from.version !== props.version}
            onDiscard={discard}
          />
        </div>
      )}
      <Form key={draft?.at} {...props} draft={draft} keep={keep} drop={drop} />
    </>
  );
}

interface FormProps<Row extends ResourceRecord> extends ResourceFormProps<Row>, DraftKeeping {
  draft: FoundDraft | undefined;
}

function Form<Row extends ResourceRecord>({ draft, keep, drop, ...props }: FormProps<Row>) {
  const t = useText();
  const [begun] = useState(draft?.values ?? props.initial);
  const [noSecrets] = useState(() => withoutSecrets(props.fields));
  const [tab, setTab] = useState<FormTab>('write');
  const inEffect = (values: FormValues) => withoutUnasked(props.fields, values);
  const whole = (values: FormValues) => ({ ...inEffect(values), ...props.fixedValues });
  const [standing, setStanding] = useState<Standing>(
    draft?.from ?? { values: props.initial, version: props.version },
  );
  const [opened, setOpened] = useState(() =>
    sectionsOf(props.fields, (name) => isEntered(begun[name])),
  );
  const toggle = (section: MessageKey) => {
    setOpened((now) => {
      const then = new Set(now);
      if (!then.delete(section)) then.add(section);
      return then;
    });
  };
  const [overtaken, setOvertaken] = useState<{ now: Overtaken; versions: Versions }>();
  /** What the rules of the call refuse, and what the server's rules ask for besides. */
  const wrong = (values: FormValues) => {
    const all = whole(values);
    return errorsByField([...missing(props, all), ...validate(props.form, all)]);
  };
  const form = useForm<FormValues>({
    initialValues: begun,
    validate: wrong,
    validateInputOnBlur: true,
  });
  const values = form.getValues();
  const isDirty = differ(inEffect(values), inEffect(standing.values));
  const guard = useDirtyGuard(isDirty, drop);
  useEffect(() => {
    // What was found lies there already, with its date; and a draft that this form does not go on with is
    // another's, such as one of another member, until something is written here.
    if (values === begun) return;
    if (!isDirty) drop();
    else keep({ values: { ...values, ...noSecrets }, from: standing });
  }, [values, begun, standing, isDirty, keep, drop, noSecrets]);
  const refuse = (errors: Record<string, string>) => {
    setOvertaken(undefined);
    form.setErrors(errors);
    focusFirst(errors);
  };
  const focusFirst = (errors: Record<string, unknown>) => {
    setTab('write');
    const wrong = sectionsOf(props.fields, (name) => name in errors);
    setOpened((now) => new Set([...now, ...wrong]));
    const first = props.fields.find((field) => field.name in errors);
    // The message has to be there before a screen reader reads the field.
    if (first) requestAnimationFrame(() => form.getInputNode(first.name)?.focus());
  };
  const save = useMutation({
    mutationFn: async ({ values, from }: Sent) => {
      try {
        await props.save({ ...values, ...props.fixedValues }, from.version);
        return undefined;
      } catch (error) {
        if (!isOvertaken(error) || !props.readAgain) throw error;
        return props.readAgain();
      }
    },
    onSuccess: (now, { values, from }) => {
      if (now) {
        const [before, theirs] = [inEffect(from.values), inEffect(now.values)];
        const versions = { before, standing: theirs, entered: values };
        // What was entered may stand already.
        if (differencesOf(props.fields, versions).length > 0) {
          setOvertaken({ now, versions });
          return;
        }
      }
      guard.release();
      drop();
      props.onSaved();
    },
    onError: (error) => {
      refuse(errorsByField(fieldErrorsOf(error)));
    },
  });
  const rules = new Map(formFields(props.form).map((rule) => [rule.path, rule]));
  const entered = props.fields.filter(
    (field) => field.form && (field.keepsPlace === true || isAsked(field, form.getValues())),
  );
  const { preview: Preview, changes } = props;
  const [asked, setAsked] = useState<Sent>();
  const submit = (sent: Sent) => {
    const refused = errorsByField(changes?.refused?.(sent.from.values, sent.values) ?? []);
    if (Object.keys(refused).length > 0) refuse(refused);
    else if (changes?.areIn(sent.from.values, sent.values)) setAsked(sent);
    else save.mutate(sent);
  };
  /** What was merged is what the form goes on with, made of what stands. */
  const goOn = (merged: FormValues, from: Standing): Sent => {
    setStanding(from);
    form.setValues(merged);
    return { values: inEffect(merged), from };
  };
  const inputOf = (field: AnyField<Row>) => {
    const { Input } = field.kind;
    if (!Input) return null;
    const input = form.getInputProps(field.name);
    const asked = isAsked(field, form.getValues());
    return (
      <div key={field.name} data-wide={field.kind.wide}>
        <Input
          label={t(field.label)}
          value={asked ? form.getValues()[field.name] : field.kind.empty}
          onChange={(value) => {
            form.setFieldValue(field.name, value);
          }}
          error={input.error === undefined ? undefined : String(input.error)}
          required={asked && (field.required ?? rules.get(field.name)?.required ?? false)}
          maxLength={rules.get(field.name)?.max}
          marks={{
            'data-path': field.name,
            ...(field === entered[0] && { 'data-autofocus': true }),
          }}
          disabled={!asked || (props.mode === 'edit' && field.form === 'create')}
          isNew={props.mode === 'create'}
          values={whole(form.getValues())}
          onDefault={(value) => {
            setStanding((now) => ({ ...now, values: { ...now.values, [field.name]: value } }));
            form.setFieldValue(field.name, value);
          }}
          onOthers={form.setValues}
        />
      </div>
    );
  };
  const inputs = (
    // An editor that keeps a document of its own starts anew with what was merged.
    <Fragment key={standing.version}>
      {inSections(entered).map(({ section, fields }) => {
        const grid = (
          <div key={fields[0]?.name} className={classes.grid}>
            {fields.map(inputOf)}
          </div>
        );
        if (section === undefined) return grid;
        return (
          <FormSection
            key={section}
            title={section}
            isOpen={opened.has(section)}
            onToggle={() => {
              toggle(section);
            }}
          >
            {grid}
          </FormSection>
        );
      })}
    </Fragment>
  );

  return (
    <>
      {overtaken && (
        <Conflict
          fields={props.fields}
          versions={overtaken.versions}
          revisions={overtaken.now.revisions}
          isSaving={save.isPending}
          onSave={(merged) => {
            const sent = goOn(merged, overtaken.now);
            const errors = wrong(merged);
            if (Object.keys(errors).length > 0) refuse(errors);
            else submit(sent);
          }}
          onEdit={(merged) => {
            goOn(merged, overtaken.now);
            setOvertaken(undefined);
            requestAnimationFrame(() => form.getInputNode(entered[0]?.name ?? '')?.focus());
          }}
        />
      )}
      <form
        ref={focusFirstInput}
        noValidate
        hidden={overtaken !== undefined}
        onSubmit={form.onSubmit((values) => {
          submit({ values: inEffect(values), from: standing });
        }, focusFirst)}
      >
        {(props.isTakenAway === true || (save.isError && !isSignedOut(save.error))) && (
          <Refused
            mb="md"
            title={props.isTakenAway ? t('refusal.takenAway') : errorText(save.error)}
          >
            {requestIdOf(save.error) !== undefined && (
              <>
                {t('state.requestId')} <Code>{requestIdOf(save.error)}</Code>
              </>
            )}
          </Refused>
        )}
        {Preview ? (
          <FormTabs
            tab={tab}
            onTab={setTab}
            preview={<Preview values={inEffect(form.getValues())} />}
          >
            {inputs}
          </FormTabs>
        ) : (
          inputs
        )}
        <Group justify="flex-end" gap="xs" className={footClasses.foot}>
          <Button variant="default" onClick={props.onCancel}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={props.isTakenAway === true}>
            {t('action.save')}
          </Button>
        </Group>
        {guard.question}
        {changes && (
          <Confirm
            opened={asked !== undefined}
            title={t('form.askChanges')}
            confirmLabel={t('action.save')}
            // What is taken away by it can be given again.
            losesNothing
            onConfirm={() => {
              if (asked) save.mutate(asked);
              setAsked(undefined);
            }}
            onCancel={() => {
              setAsked(undefined);
            }}
          >
            {asked && <changes.Told before={asked.from.values} values={asked.values} />}
          </Confirm>
        )}
      </form>
    </>
  );
}

/** Asked with every letter, also where the text is long. */
function differ(one: FormValues, other: FormValues): boolean {
  return Object.entries(one).some(([name, value]) => {
    const standing = other[name];
    if (value === standing) return false;
    return typeof value === 'string' || JSON.stringify(value) !== JSON.stringify(standing);
  });
}

/** Whether a draft has the fields that the form has now: another release may have others. */
function fits({ values, from }: FoundDraft, initial: FormValues): boolean {
  const isAlike = (one: FormValues) =>
    Object.keys(one).length === Object.keys(initial).length &&
    Object.entries(initial).every(
      ([name, value]) => name in one && Array.isArray(one[name]) === Array.isArray(value),
    );
  return isAlike(values) && isAlike(from.values);
}

/** The fields of a new record without a value of which the form says that they need one: the rules that say so are the
 *  server's. What stands may be without, such as a measurement that is nobody's yet. */
function missing<Row extends ResourceRecord>(
  { fields, mode }: ResourceFormProps<Row>,
  values: FormValues,
): FieldError[] {
  if (mode !== 'create') return [];
  return fields
    .filter((field) => field.required === true && field.form && isAsked(field, values))
    .filter(({ name }) => !isEntered(values[name]))
    .map(({ name }) => ({ path: name, code: 'required', params: {} }));
}

/** A field that is not asked for, as the other values are, has no value. */
function withoutUnasked<Row>(fields: readonly AnyField<Row>[], values: FormValues): FormValues {
  const unasked = fields.filter((field) => !isAsked(field, values));
  // Of a list nothing is no entry.
  const nothing: FormValues = {};
  for (const { name, kind } of unasked) nothing[name] = Array.isArray(kind.empty) ? [] : null;
  return { ...values, ...nothing };
}

/** Whether a draft of a new record began with the same: the address may say whose it is to be. */
function begins({ from }: FoundDraft, initial: FormValues): boolean {
  return Object.entries(initial).every(
    ([name, value]) => JSON.stringify(from.values[name]) === JSON.stringify(value),
  );
}

/** In place of passwords, of which nothing is kept on the device: whoever goes on enters them again. */
function withoutSecrets<Row>(fields: readonly AnyField<Row>[]): FormValues {
  const secrets = fields.filter(({ form, kind }) => form && kind.isSecret);
  return Object.fromEntries(secrets.map(({ name, kind }) => [name, kind.empty]));
}

/** The dialog looks for its first input when it opens, which is before a record's form is there. */
function focusFirstInput(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
}

/** One text per field; an entry of a list such as `serviceIds[0]` belongs to its field. */
function errorsByField(errors: FieldError[]): Record<string, string> {
  const byField: Record<string, string> = {};
  for (const error of errors) {
    byField[fieldOf(error)] ??= fieldErrorText(error);
  }
  return byField;
}

/** What the form starts with: the record's values, or what each kind begins with, which is nothing mostly. */
export function initialValues<Row extends object>(
  fields: readonly AnyField<Row>[],
  record: Row | undefined,
  values: FormValues = {},
  me?: Me,
): FormValues {
  const initial: FormValues = {};
  // A field may show something else than its own value, such as a company's name; it is entered by value.
  const known = { ...record, ...values } as FormValues;
  for (const { name, form, kind } of fields) {
    if (form) initial[name] = known[name] ?? (record ? undefined : kind.begins?.(me)) ?? kind.empty;
  }
  return initial;
}

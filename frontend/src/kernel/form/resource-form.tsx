// The form of a record: fields from the definition, rules from the shared core, errors at their
// fields.
import '~/ui/controls/at-once';
import { Button, Code, Group } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Fragment, useEffect, useState, type ComponentType } from 'react';
import { formFields, validate, type FieldError } from '~/domain/validation';
import { differencesOf, type Versions } from '~/kernel/conflict/merge';
import {
  Conflict,
  isEditConflict,
  type CurrentRecord,
  type VersionedValues,
} from '~/kernel/conflict/overtaken';
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
import { useDraft, type DraftWriter } from '~/kernel/draft/use-draft';
import { useText, withTexts, type MessageKey } from '~/kernel/i18n/i18n';
import {
  isAsked,
  isEntered,
  type AnyField,
  type ChangeConfirmation,
  type FormValues,
  type ResourceRecord,
} from '~/kernel/resource/definition';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import type { Me } from '~/kernel/session/account';
import { FormSection, inSections, sectionsOf } from './form-section';
import { FormTabs, type FormTab } from './form-tabs';
import { focusNotTaken } from './not-taken';
import { Refused } from './refused';
import { useDirtyGuard } from './use-dirty-guard';
import { useRequestKey } from './use-request-key';
import footClasses from '~/kernel/dialog/foot.module.css';
import classes from './resource-form.module.css';

/** The values to send, and the version that they are based on. */
interface Submission {
  values: FormValues;
  from: VersionedValues;
}

interface ResourceFormProps<Row extends ResourceRecord> {
  fields: readonly AnyField<Row>[];
  /** Name of the rules in the shared core. */
  form: string;
  /** Validated and sent together with the entered values. */
  fixedValues?: FormValues | undefined;
  /** The consequences of a change, which the user must confirm before it is saved. */
  changes?: ChangeConfirmation<FormValues> | undefined;
  /** Previews the values. */
  preview?: ComponentType<{ values: FormValues }> | undefined;
  mode: 'create' | 'edit';
  /** The user has lost the permission to save. The input remains readable. */
  isRevoked?: boolean;
  initial: FormValues;
  version?: number | undefined;
  /** Saves the values; a record that is created is created once under its key. */
  save: (
    values: FormValues,
    version: number | undefined,
    idempotencyKey: string,
  ) => Promise<unknown>;
  onSaved: () => void;
  onCancel: () => void;
  /** Reloads the record after an edit conflict. */
  readAgain?: () => Promise<CurrentRecord>;
}

const DraftNotice = lazyPart<DraftNoticeProps>(() =>
  withTexts('forms', import('~/kernel/draft/draft-notice')),
);

/** Restores the form's draft from this device, if there is one. */
export function ResourceForm<Row extends ResourceRecord>(props: ResourceFormProps<Row>) {
  const { isKnown, found, discard, keep, drop } = useDraft();
  // The values with which the form was opened. A reload of the record in the meantime must not
  // discard the draft.
  const [initial] = useState(props.initial);
  if (!isKnown) return <FieldsSkeleton />;
  const isOwn = found && fits(found, initial) && (props.mode === 'edit' || begins(found, initial));
  const draft = isOwn ? found : undefined;
  return (
    <>
      {draft && (
        // The live region is mounted before its content, so that the content is announced.
        <div role="status">
          <DraftNotice
            at={draft.at}
            isEditConflict={draft.from.version !== props.version}
            onDiscard={discard}
          />
        </div>
      )}
      <Form key={draft?.at} {...props} draft={draft} keep={keep} drop={drop} />
    </>
  );
}

/** Milliseconds in which a click ends. */
const CLICK = 200;

interface FormProps<Row extends ResourceRecord> extends ResourceFormProps<Row>, DraftWriter {
  draft: FoundDraft | undefined;
}

function Form<Row extends ResourceRecord>({ draft, keep, drop, ...props }: FormProps<Row>) {
  const t = useText();
  const [begun] = useState(draft?.values ?? props.initial);
  const [noSecrets] = useState(() => withoutSecrets(props.fields));
  const [tab, setTab] = useState<FormTab>('write');
  const { key: requestKey, once } = useRequestKey(draft?.requestKey);
  const inEffect = (values: FormValues) => withoutUnasked(props.fields, values);
  const whole = (values: FormValues) => ({ ...inEffect(values), ...props.fixedValues });
  const [standing, setStanding] = useState<VersionedValues>(
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
  const [overtaken, setOvertaken] = useState<{ now: CurrentRecord; versions: Versions }>();
  /** Returns the errors by the call's rules, plus those by rules that only the server has. */
  const wrong = (values: FormValues) => {
    const all = whole(values);
    return errorsByField([...missing(props, all), ...validate(props.form, all)]);
  };
  const form = useForm<FormValues>({
    initialValues: begun,
    validate: wrong,
  });
  const values = form.getValues();
  const isDirty = differ(inEffect(values), inEffect(standing.values));
  const guard = useDirtyGuard(isDirty, drop);
  useEffect(() => {
    // A restored draft is already stored, with its date. A draft that this form did not restore
    // belongs to another context, such as another member, and is kept until the user types here.
    if (values === begun) return;
    if (!isDirty) drop();
    else keep({ values: { ...values, ...noSecrets }, from: standing, requestKey });
  }, [values, begun, standing, isDirty, keep, drop, noSecrets, requestKey]);
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
    // The error message must be rendered before a screen reader reads the field.
    if (first) requestAnimationFrame(() => form.getInputNode(first.name)?.focus());
  };
  const save = useMutation({
    mutationFn: async ({ values, from }: Submission) => {
      try {
        await once((key) => props.save({ ...values, ...props.fixedValues }, from.version, key));
        return undefined;
      } catch (error) {
        if (!isEditConflict(error) || !props.readAgain) throw error;
        return props.readAgain();
      }
    },
    onSuccess: (now, { values, from }) => {
      if (now) {
        const [before, theirs] = [inEffect(from.values), inEffect(now.values)];
        const versions = { before, standing: theirs, entered: values };
        // The saved values may already equal the entered ones.
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
  const [asked, setAsked] = useState<Submission>();
  const submit = (sent: Submission) => {
    const refused = errorsByField(changes?.refused?.(sent.from.values, sent.values) ?? []);
    if (Object.keys(refused).length > 0) refuse(refused);
    else if (changes?.areIn(sent.from.values, sent.values)) setAsked(sent);
    else save.mutate(sent);
  };
  /** The form continues with the merged values, based on the saved version. */
  const goOn = (merged: FormValues, from: VersionedValues): Submission => {
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
      <div
        key={field.name}
        data-wide={field.kind.wide}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (currentTarget.contains(relatedTarget) || input.error !== undefined) return;
          if (values[field.name] === begun[field.name]) return;
          // Not before the click ends: the message could move a button from below the pointer.
          setTimeout(() => {
            // Only ever adds: the same click may have saved, and a refusal may stand here by now.
            const error = wrong(form.getValues())[field.name];
            if (error !== undefined) form.setFieldError(field.name, error);
          }, CLICK);
        }}
      >
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
  const send = form.onSubmit((values) => {
    submit({ values: inEffect(values), from: standing });
  }, focusFirst);
  const inputs = (
    // An editor with its own document state must remount with the merged values.
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
        onSubmit={(event) => {
          if (focusNotTaken(event.currentTarget)) event.preventDefault();
          else send(event);
        }}
      >
        {(props.isRevoked === true || (save.isError && !isSignedOut(save.error))) && (
          <Refused mb="md" title={props.isRevoked ? t('refusal.takenAway') : errorText(save.error)}>
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
          <Button type="submit" loading={save.isPending} disabled={props.isRevoked === true}>
            {t('action.save')}
          </Button>
        </Group>
        {guard.question}
        {changes && (
          <Confirm
            opened={asked !== undefined}
            title={t('form.askChanges')}
            confirmLabel={t('action.save')}
            // The removed values can be entered again.
            losesNothing
            onConfirm={() => {
              if (asked) save.mutate(asked);
              setAsked(undefined);
            }}
            onCancel={() => {
              setAsked(undefined);
            }}
          >
            {asked && <changes.Explanation before={asked.from.values} values={asked.values} />}
          </Confirm>
        )}
      </form>
    </>
  );
}

/** Compares complete values, including long texts. */
function differ(one: FormValues, other: FormValues): boolean {
  return Object.entries(one).some(([name, value]) => {
    const standing = other[name];
    if (value === standing) return false;
    return typeof value === 'string' || JSON.stringify(value) !== JSON.stringify(standing);
  });
}

/** Returns whether a draft has the form's fields. A draft of another release may have others. */
function fits({ values, from }: FoundDraft, initial: FormValues): boolean {
  const isAlike = (one: FormValues) =>
    Object.keys(one).length === Object.keys(initial).length &&
    Object.entries(initial).every(
      ([name, value]) => name in one && Array.isArray(one[name]) === Array.isArray(value),
    );
  return isAlike(values) && isAlike(from.values);
}

/**
 * Returns errors for required fields of a new record that have no value. The rules behind them are
 * the server's. Existing records may lack them, such as a measurement without a member.
 */
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

/** Clears fields that do not apply, given the other values. */
function withoutUnasked<Row>(fields: readonly AnyField<Row>[], values: FormValues): FormValues {
  const unasked = fields.filter((field) => !isAsked(field, values));
  // The empty value of a list is an empty list.
  const nothing: FormValues = {};
  for (const { name, kind } of unasked) nothing[name] = Array.isArray(kind.empty) ? [] : null;
  return { ...values, ...nothing };
}

/**
 * Returns whether a draft of a new record started with the same values. The address may set some of
 * them, such as the member.
 */
function begins({ from }: FoundDraft, initial: FormValues): boolean {
  return Object.entries(initial).every(
    ([name, value]) => JSON.stringify(from.values[name]) === JSON.stringify(value),
  );
}

/** Empty values for passwords. They are never stored on the device and must be entered again. */
function withoutSecrets<Row>(fields: readonly AnyField<Row>[]): FormValues {
  const secrets = fields.filter(({ form, kind }) => form && kind.isSecret);
  return Object.fromEntries(secrets.map(({ name, kind }) => [name, kind.empty]));
}

/** The dialog focuses its first input when it opens, before the record's form is mounted. */
function focusFirstInput(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
}

/**
 * Returns one message per field. Errors of list entries, such as `serviceIds[0]`, belong to the
 * field.
 */
function errorsByField(errors: FieldError[]): Record<string, string> {
  const byField: Record<string, string> = {};
  for (const error of errors) {
    byField[fieldOf(error)] ??= fieldErrorText(error);
  }
  return byField;
}

/**
 * Returns the form's initial values: those of the record, or else each kind's initial value, which
 * is usually empty.
 */
export function initialValues<Row extends object>(
  fields: readonly AnyField<Row>[],
  record: Row | undefined,
  values: FormValues = {},
  me?: Me,
): FormValues {
  const initial: FormValues = {};
  // A field may show something else than its own value, such as a company's name. Inputs use the
  // value.
  const known = { ...record, ...values } as FormValues;
  for (const { name, form, kind } of fields) {
    if (form) initial[name] = known[name] ?? (record ? undefined : kind.begins?.(me)) ?? kind.empty;
  }
  return initial;
}

// Adds a department to a company, at the top or below another one, or renames and moves one.
import { Select, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '~/domain/client';
import { differencesOf, type Versions } from '~/kernel/conflict/merge';
import { validate } from '~/domain/validation';
import { isEditConflict } from '~/kernel/conflict/overtaken';
import { QueryError } from '~/kernel/errors/query-error';
import { NOTHING } from '~/kernel/field/nothing';
import { textKind } from '~/kernel/field/text-kind';
import { DialogForm } from '~/kernel/form/dialog-form';
import { useRequestKey } from '~/kernel/form/use-request-key';
import { useText } from '~/kernel/i18n/i18n';
import type { FormValues, Revision } from '~/kernel/resource/definition';
import { DialogFrame } from '~/kernel/resource/dialog-frame';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { RecordMissing } from '~/kernel/resource/record-missing';
import { useCloseDialog, useRecordId, useResource } from '~/kernel/resource/use-dialog-route';
import { toast } from '~/kernel/toast/toast';
import { branchOf, DIVISIONS, lastPlace, levelOf, useDivisions, type Division } from './divisions';

export function Component() {
  const t = useText();
  const { path } = useResource();
  const companyId = useRecordId();
  const close = useCloseDialog();
  const [search] = useSearchParams();
  const divisions = useDivisions(companyId);
  const named = search.get('division');
  const standing = divisions.data?.find(({ divisionId }) => String(divisionId) === named);
  const above = divisions.data?.find(
    ({ divisionId }) => String(divisionId) === search.get('below'),
  );
  const title = t(named === null ? 'division.create' : 'division.edit');
  const isMissing = divisions.data !== undefined && named !== null && !standing;
  return (
    <DialogFrame title={title} onClose={close}>
      {companyId === undefined || isMissing ? (
        <RecordMissing list={path} />
      ) : divisions.data ? (
        <DivisionForm
          companyId={companyId}
          all={divisions.data}
          standing={standing}
          above={above}
          onClose={close}
        />
      ) : divisions.isError ? (
        <QueryError error={divisions.error} retry={() => void divisions.refetch()} />
      ) : (
        <FieldsSkeleton />
      )}
    </DialogFrame>
  );
}

interface DivisionFormProps {
  companyId: number;
  all: readonly Division[];
  standing: Division | undefined;
  above: Division | undefined;
  onClose: () => void;
}

/** Represents the top level. */
const TOP = 0;

interface Entered {
  name: string;
  parent: number | null;
}

/** The values to send, and the version that they are based on. */
interface Submission extends Entered {
  from: Division | undefined;
}

/** Loads a department after an edit conflict, with the author of the change. */
async function readAgain(from: Division) {
  const path = { divisionId: from.divisionId };
  const [now, history] = await Promise.all([
    call('GetDivision', { path }),
    // The author is shown if the history is readable.
    call('ListDivisionRevisions', { path, query: {} }).catch(() => undefined),
  ]);
  return { now, revisions: history?.data.slice(0, now.version - from.version) ?? [] };
}

function valuesOf({ name, parent }: Entered): FormValues {
  return { name, parentDivisionId: parent ?? TOP };
}

function standingOf({ name, parentDivisionId }: Division): Entered {
  return { name, parent: parentDivisionId };
}

function DivisionForm({ companyId, all, standing, above, onClose }: DivisionFormProps) {
  const t = useText();
  const queryClient = useQueryClient();
  // The base of the form stays fixed: the list may be refetched during input.
  const [from, setFrom] = useState(standing);
  const [entered, setEntered] = useState<Entered>(
    standing ? standingOf(standing) : { name: '', parent: above?.divisionId ?? null },
  );
  const [overtaken, setOvertaken] = useState<{
    now: Division;
    revisions: readonly Revision[];
    versions: Versions;
  }>();
  const fields = [
    { name: 'name', label: 'division.name', kind: textKind, form: 'always' },
    {
      name: 'parentDivisionId',
      label: 'division.parent',
      kind: {
        show: (id: unknown) =>
          all.find(({ divisionId }) => divisionId === id)?.name ??
          (id === TOP ? t('menuItem.top') : NOTHING),
        empty: TOP,
      },
      form: 'always',
    },
  ] as const;
  const { once } = useRequestKey();
  const save = useMutation({
    mutationFn: async ({ name, parent, from }: Submission) => {
      if (!from) {
        const position = lastPlace(all, parent);
        const body = { companyId, name, parentDivisionId: parent, position };
        await once((idempotencyKey) => call('CreateDivision', { body, idempotencyKey }));
        return undefined;
      }
      const isMoved = parent !== from.parentDivisionId;
      try {
        await call('UpdateDivision', {
          path: { divisionId: from.divisionId },
          body: {
            name,
            version: from.version,
            ...(isMoved && { parentDivisionId: parent, position: lastPlace(all, parent) }),
          },
        });
        return undefined;
      } catch (error) {
        if (!isEditConflict(error)) throw error;
        return readAgain(from);
      }
    },
    onSuccess: (faster, sent) => {
      if (faster && sent.from) {
        const [before, theirs] = [sent.from, faster.now].map((one) => valuesOf(standingOf(one)));
        const versions = { before: before ?? {}, standing: theirs ?? {}, entered: valuesOf(sent) };
        // The saved values may already equal the entered ones.
        if (differencesOf(fields, versions).length > 0) {
          setOvertaken({ ...faster, versions });
          return;
        }
      }
      toast('success', t(from ? 'form.saved' : 'form.created'));
      onClose();
    },
    onError: () => {
      setOvertaken(undefined);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [DIVISIONS] }),
  });
  /** The form continues with the merged values, based on the saved version. */
  const goOn = ({ name, parentDivisionId }: FormValues, now: Division): Submission => {
    const parent = typeof parentDivisionId === 'number' ? parentDivisionId : TOP;
    const next = { name: String(name), parent: parent === TOP ? null : parent };
    setFrom(now);
    setEntered(next);
    return { ...next, from: now };
  };
  const own = from ? branchOf(all, from.divisionId) : new Set<number>();
  const choices = all.filter(({ divisionId }) => !own.has(divisionId));
  return (
    <DialogForm
      sent={save}
      onSubmit={() => {
        save.mutate({ ...entered, from });
      }}
      onCancel={onClose}
      entered={entered}
      // Ignores fields that this form does not have.
      check={() =>
        validate('DivisionSave', { companyId, ...entered, position: 0 }).filter(
          ({ path }) => path === 'name',
        )
      }
      submitLabel={t('action.save')}
      conflict={
        overtaken && {
          fields,
          versions: overtaken.versions,
          revisions: overtaken.revisions,
          isSaving: save.isPending,
          onSave: (merged) => {
            save.mutate(goOn(merged, overtaken.now));
          },
          onEdit: (merged) => {
            goOn(merged, overtaken.now);
            setOvertaken(undefined);
          },
        }
      }
    >
      {(errorOf) => (
        <>
          <TextInput
            label={t('division.name')}
            withAsterisk
            data-autofocus
            maxLength={50}
            value={entered.name}
            onChange={(event) => {
              setEntered({ ...entered, name: event.currentTarget.value });
            }}
            error={errorOf('name')}
          />
          <Select
            label={t('division.parent')}
            placeholder={t('menuItem.top')}
            data={choices.map((division) => ({
              value: String(division.divisionId),
              label: `${'– '.repeat(levelOf(all, division) - 1)}${division.name}`,
            }))}
            value={entered.parent === null ? null : String(entered.parent)}
            onChange={(id) => {
              setEntered({ ...entered, parent: id === null ? null : Number(id) });
            }}
            error={errorOf('parentDivisionId')}
            clearable
            clearButtonProps={{ 'aria-label': t('field.clear') }}
            checkIconPosition="right"
          />
        </>
      )}
    </DialogForm>
  );
}

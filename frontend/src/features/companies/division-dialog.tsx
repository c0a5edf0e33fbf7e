// Adds a department to a company, below another one or at the top, or renames and moves one.
import { Select, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '~/domain/client';
import { QueryError } from '~/kernel/errors/query-error';
import { DialogForm } from '~/kernel/form/dialog-form';
import { useText } from '~/kernel/i18n/i18n';
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
      ) : divisions.isError ? (
        <QueryError error={divisions.error} retry={() => void divisions.refetch()} />
      ) : divisions.data ? (
        <DivisionForm
          companyId={companyId}
          all={divisions.data}
          standing={standing}
          above={above}
          onClose={close}
        />
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

function DivisionForm({ companyId, all, standing, above, onClose }: DivisionFormProps) {
  const t = useText();
  const queryClient = useQueryClient();
  const [name, setName] = useState(standing?.name ?? '');
  const before = standing ? standing.parentDivisionId : (above?.divisionId ?? null);
  const [parent, setParent] = useState(before);
  const save = useMutation({
    mutationFn: () => {
      const isMoved = standing !== undefined && parent !== standing.parentDivisionId;
      if (!standing) {
        const position = lastPlace(all, parent);
        return call('CreateDivision', {
          body: { companyId, name, parentDivisionId: parent, position },
        });
      }
      return call('UpdateDivision', {
        path: { divisionId: standing.divisionId },
        body: {
          name,
          version: standing.version,
          ...(isMoved && { parentDivisionId: parent, position: lastPlace(all, parent) }),
        },
      });
    },
    onSuccess: () => {
      toast('success', t(standing ? 'form.saved' : 'form.created'));
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [DIVISIONS] }),
  });
  const own = standing ? branchOf(all, standing.divisionId) : new Set<number>();
  const choices = all.filter(({ divisionId }) => !own.has(divisionId));
  return (
    <DialogForm
      sent={save}
      onSubmit={() => {
        save.mutate();
      }}
      onCancel={onClose}
      submitLabel={t('action.save')}
    >
      {(errorOf) => (
        <>
          <TextInput
            label={t('division.name')}
            withAsterisk
            data-autofocus
            maxLength={50}
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value);
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
            value={parent === null ? null : String(parent)}
            onChange={(id) => {
              setParent(id === null ? null : Number(id));
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

// Creates a version: a draft that starts as a copy of the current one. Each rule set has at most
// one open version, which is a draft or takes effect later, so only rule sets without one are
// offered.
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { call } from '~/domain/client';
import { today } from '~/domain/time';
import { useIsRevoked } from '~/kernel/access/taken-away';
import { QueryError } from '~/kernel/errors/query-error';
import { initialValues, ResourceForm } from '~/kernel/form/resource-form';
import { useText } from '~/kernel/i18n/i18n';
import { DialogFrame } from '~/kernel/resource/dialog-frame';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { useCloseDialog } from '~/kernel/resource/use-dialog-route';
import { toast } from '~/kernel/toast/toast';
import { EmptyIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { StateMessage } from '~/ui/state-message';
import type { Version } from './bands';
import { CHANGEABLE, fieldsOf, GRADE_RULE_FIELDS } from './grade-rule-fields';
import { gradeRules } from './grade-rule-resource';

const isOpen = ({ status, effectiveFrom }: Version) =>
  status === 'DRAFT' || effectiveFrom > today();

/**
 * The maximum page size: versions of rarely changed rule sets come after all versions of the
 * others.
 */
const MOST = 200;

interface Versions {
  /** The current version of each rule set without an open one. */
  inForce: Version[];
  open: Version[];
}

async function findVersions(signal: AbortSignal): Promise<Versions> {
  const { data } = await call(
    'ListGradeRuleVersions',
    { query: { ruleSets: [...CHANGEABLE], pageSize: MOST } },
    signal,
  );
  const open = data.filter(isOpen);
  const free = CHANGEABLE.flatMap((ruleSet) => {
    if (open.some((version) => version.ruleSet === ruleSet)) return [];
    return data.filter((version) => version.ruleSet === ruleSet && version.isInForce);
  });
  const path = ({ gradeRuleVersionId }: Version) => ({ path: { gradeRuleVersionId } });
  const inForce = free.map((version) => call('GetGradeRuleVersion', path(version), signal));
  return { inForce: await Promise.all(inForce), open };
}

/**
 * Returns the form's initial values: the current version of each rule set. Only those of the chosen
 * one are sent.
 */
function begun(versions: readonly Version[]) {
  const sources = versions.flatMap(({ bodyFatSource }) => bodyFatSource ?? []);
  return {
    ...initialValues(GRADE_RULE_FIELDS, versions[0], {
      bands: versions.flatMap(({ bands }) => bands ?? []),
      bodyFatSource: sources[0] ?? null,
      status: 'DRAFT',
      note: '',
      deviationReason: '',
    }),
    effectiveFrom: null,
  };
}

export function Component() {
  const t = useText();
  const close = useCloseDialog();
  const queryClient = useQueryClient();
  const isRevoked = useIsRevoked(gradeRules.path, 'create');
  const found = useQuery({
    queryKey: [gradeRules.key, 'in-force'],
    queryFn: ({ signal }) => findVersions(signal),
    gcTime: 0,
    // Never read again while it is shown: the form with its input would be unmounted when somebody
    // else opens a version. Saving would then be refused, which keeps the input.
    staleTime: 'static',
  });
  const inForce = found.data?.inForce;
  const fields = useMemo(() => fieldsOf(inForce?.map(({ ruleSet }) => ruleSet) ?? []), [inForce]);
  const { create } = gradeRules.api;
  if (!create) return null;
  return (
    <DialogFrame title={t('gradeRules.create')} onClose={close}>
      {found.isPending && <FieldsSkeleton />}
      {found.isError && <QueryError error={found.error} retry={() => void found.refetch()} />}
      {found.data && inForce?.length === 0 && <NoneToBegin open={found.data.open} />}
      {inForce && inForce.length > 0 && (
        <ResourceForm
          fields={fields}
          form="GradeRuleVersionSave"
          changes={gradeRules.slots?.changes}
          mode="create"
          isRevoked={isRevoked}
          initial={begun(inForce)}
          save={(values, _, idempotencyKey) => create(values, idempotencyKey)}
          onSaved={() => {
            toast('success', t('form.created'));
            void queryClient.invalidateQueries({ queryKey: [gradeRules.key] });
            close();
          }}
          onCancel={close}
        />
      )}
    </DialogFrame>
  );
}

/** Shown if each rule set has an open version: links to these versions. */
function NoneToBegin({ open }: { open: readonly Version[] }) {
  const t = useText();
  const { search, state } = useLocation() as { search: string; state: unknown };
  return (
    <StateMessage
      icon={EmptyIcon}
      title={t('validation.openVersion')}
      actions={open.map((version) => (
        <Button
          key={version.gradeRuleVersionId}
          component={Link}
          to={{ pathname: `${gradeRules.path}/${String(version.gradeRuleVersionId)}`, search }}
          // Replaces this dialog, so that closing the version returns to the list.
          replace
          state={state}
          variant="default"
        >
          {gradeRules.nameOf(version)}
        </Button>
      ))}
    >
      {t('gradeRules.openHint')}
    </StateMessage>
  );
}

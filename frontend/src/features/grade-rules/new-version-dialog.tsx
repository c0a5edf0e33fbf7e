// Makes a version: a draft that begins as the version in force. Of a rule set one at most is open, so only the others
// are offered.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '~/domain/client';
import { today } from '~/domain/time';
import { useIsTakenAway } from '~/kernel/access/taken-away';
import { QueryError } from '~/kernel/errors/query-error';
import { initialValues, ResourceForm } from '~/kernel/form/resource-form';
import { useText } from '~/kernel/i18n/i18n';
import { DialogFrame } from '~/kernel/resource/dialog-frame';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { useCloseDialog } from '~/kernel/resource/use-dialog-route';
import { toast } from '~/kernel/toast/toast';
import { EmptyIcon } from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';
import type { Version } from './bands';
import { CHANGEABLE, fieldsOf, GRADE_RULE_FIELDS } from './grade-rule-fields';
import { gradeRules } from './grade-rule-resource';

const isOpen = ({ status, effectiveFrom }: Version) =>
  status === 'DRAFT' || effectiveFrom > today();

/** Of each rule set the version in force, where no other one is open. */
async function versionsInForce(signal: AbortSignal): Promise<Version[]> {
  const { data } = await call(
    'ListGradeRuleVersions',
    { query: { ruleSets: [...CHANGEABLE] } },
    signal,
  );
  const free = CHANGEABLE.flatMap((ruleSet) => {
    const own = data.filter((version) => version.ruleSet === ruleSet);
    return own.some(isOpen) ? [] : own.filter(({ isInForce }) => isInForce);
  });
  const path = ({ gradeRuleVersionId }: Version) => ({ path: { gradeRuleVersionId } });
  return Promise.all(free.map((version) => call('GetGradeRuleVersion', path(version), signal)));
}

/** What a form begins with: of each rule set what is in force, of which only that of the chosen one is sent. */
function begun(versions: readonly Version[]) {
  const sources = versions.flatMap(({ bodyFatSource }) => bodyFatSource ?? []);
  return {
    ...initialValues(GRADE_RULE_FIELDS, versions[0], {
      bands: versions.flatMap(({ bands }) => bands ?? []),
      bodyFatSource: sources[0] ?? null,
      status: 'DRAFT',
      note: '',
    }),
    effectiveFrom: null,
  };
}

export function Component() {
  const t = useText();
  const close = useCloseDialog();
  const queryClient = useQueryClient();
  const isTakenAway = useIsTakenAway(gradeRules.path, 'create');
  const inForce = useQuery({
    queryKey: [gradeRules.key, 'in-force'],
    queryFn: ({ signal }) => versionsInForce(signal),
    gcTime: 0,
  });
  const fields = useMemo(
    () => fieldsOf(inForce.data?.map(({ ruleSet }) => ruleSet) ?? []),
    [inForce.data],
  );
  const { create } = gradeRules.api;
  if (!create) return null;
  return (
    <DialogFrame title={t('gradeRules.create')} onClose={close}>
      {inForce.isPending && <FieldsSkeleton />}
      {inForce.isError && <QueryError error={inForce.error} retry={() => void inForce.refetch()} />}
      {inForce.data?.length === 0 && (
        <StateMessage icon={EmptyIcon} title={t('validation.openVersion')} />
      )}
      {inForce.data && inForce.data.length > 0 && (
        <ResourceForm
          fields={fields}
          form="GradeRuleVersionSave"
          changes={gradeRules.slots?.changes}
          mode="create"
          isTakenAway={isTakenAway}
          initial={begun(inForce.data)}
          save={(values) => create(values)}
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

// Makes a version: a draft that begins as the version in force. Of a rule set one at most is open.
import { useQuery, useQueryClient } from '@tanstack/react-query';
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
import { CHANGEABLE, GRADE_RULE_FIELDS } from './grade-rule-fields';
import { gradeRules } from './grade-rule-resource';

/** The version in force; nothing where another one is open already. */
async function versionInForce(signal: AbortSignal) {
  const { data } = await call(
    'ListGradeRuleVersions',
    { query: { ruleSets: [CHANGEABLE] } },
    signal,
  );
  const inForce = data.find(({ isInForce }) => isInForce);
  if (
    !inForce ||
    data.some(({ status, effectiveFrom }) => status === 'DRAFT' || effectiveFrom > today())
  )
    return null;
  const { gradeRuleVersionId } = inForce;
  return call('GetGradeRuleVersion', { path: { gradeRuleVersionId } }, signal);
}

export function Component() {
  const t = useText();
  const close = useCloseDialog();
  const queryClient = useQueryClient();
  const isTakenAway = useIsTakenAway(gradeRules.path, 'create');
  const inForce = useQuery({
    queryKey: [gradeRules.key, 'in-force'],
    queryFn: ({ signal }) => versionInForce(signal),
    gcTime: 0,
  });
  const { create } = gradeRules.api;
  if (!create) return null;
  return (
    <DialogFrame title={t('gradeRules.create')} onClose={close}>
      {inForce.isPending && <FieldsSkeleton />}
      {inForce.isError && <QueryError error={inForce.error} retry={() => void inForce.refetch()} />}
      {inForce.data === null && (
        <StateMessage icon={EmptyIcon} title={t('validation.openVersion')} />
      )}
      {inForce.data && (
        <ResourceForm
          fields={GRADE_RULE_FIELDS}
          form="GradeRuleVersionSave"
          changes={gradeRules.slots?.changes}
          mode="create"
          isTakenAway={isTakenAway}
          initial={{
            ...initialValues(GRADE_RULE_FIELDS, inForce.data),
            status: 'DRAFT',
            note: '',
            effectiveFrom: null,
          }}
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

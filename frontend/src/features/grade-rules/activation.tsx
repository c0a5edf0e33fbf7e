// The confirmation before a version is activated, which makes it final. It lists the grades that
// would change.
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call, type Body } from '~/domain/client';
import { today } from '~/domain/time';
import type { FieldError } from '~/domain/validation';
import { useText } from '~/kernel/i18n/i18n';
import type { Entered } from '~/kernel/resource/resource';
import { useRecordId } from '~/kernel/resource/use-dialog-route';
import { Effect } from './effect';

export type Values = Entered<Body<'CreateGradeRuleVersion'>>;

/** The status of a version that can no longer be changed. */
export const ACTIVE = 'ACTIVE';

export function isActivated(before: Values, values: Values): boolean {
  return before.status !== ACTIVE && values.status === ACTIVE;
}

/** Existing grades are kept, so a version takes effect tomorrow at the earliest. */
export function tooSoon(before: Values, values: Values): FieldError[] {
  const { effectiveFrom } = values;
  if (!isActivated(before, values) || !effectiveFrom || effectiveFrom > today()) return [];
  return [{ path: 'effectiveFrom', code: 'laterDay', params: {} }];
}

/** Serialises the values that determine which grades change. */
const choicesOf = ({ bands, bodyFatSource }: Values) => JSON.stringify([bands, bodyFatSource]);

export function Activation({ before, values }: { before: Values; values: Values }) {
  const t = useText();
  const gradeRuleVersionId = useRecordId() ?? 0;
  const isMoved = choicesOf(before) !== choicesOf(values);
  const version = useQuery({
    queryKey: ['grade-rule-versions', 'detail', gradeRuleVersionId],
    queryFn: ({ signal }) => call('GetGradeRuleVersion', { path: { gradeRuleVersionId } }, signal),
    enabled: !isMoved,
  });
  return (
    <Stack gap="xs">
      <Text size="sm">{t('gradeRules.activeNote')}</Text>
      {isMoved && <Text size="sm">{t('gradeRules.notCounted')}</Text>}
      {!isMoved && version.data?.effect && <Effect effect={version.data.effect} />}
    </Stack>
  );
}

// The evidence by which staff have verified a person, and the resulting verification level. They
// are entered together wherever a person is linked or registered as a user.
import { Select } from '@mantine/core';
import type { Body } from '~/domain/client';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';

type Registered = Body<'RegisterUser'>;

export interface Verification {
  evidence: Registered['evidence'] | null;
  level: Registered['level'] | null;
}

const EVIDENCE = ['IN_PERSON', 'DOCUMENT', 'PHONE'] as const;
const LEVELS = [
  'REGULAR_VERIFIED_1_MEMBER',
  'REGULAR_VERIFIED_2_MEMBER',
  'REGULAR_VERIFIED_3_MEMBER',
] as const;

/** No evidence yet, and the lowest level. */
export const NOT_VERIFIED: Verification = { evidence: null, level: LEVELS[0] };

interface VerificationFieldsProps {
  value: Verification;
  onChange: (value: Verification) => void;
  errorOf: (field: keyof Verification) => string | undefined;
  autoFocus?: boolean;
}

export function VerificationFields({
  value,
  onChange,
  errorOf,
  autoFocus = false,
}: VerificationFieldsProps) {
  const t = useText();
  return (
    <>
      <Select
        label={t('link.evidence')}
        placeholder={t('field.choose')}
        data={EVIDENCE.map((word) => ({
          value: word,
          label: textIfKnown(`evidence.${word}`) ?? word,
        }))}
        value={value.evidence}
        onChange={(chosen) => {
          onChange({ ...value, evidence: EVIDENCE.find((word) => word === chosen) ?? null });
        }}
        error={errorOf('evidence')}
        withAsterisk
        allowDeselect={false}
        data-autofocus={autoFocus || undefined}
      />
      <Select
        label={t('me.level')}
        data={LEVELS.map((word) => ({
          value: word,
          label: textIfKnown(`userLevel.${word}`) ?? word,
        }))}
        value={value.level}
        onChange={(chosen) => {
          onChange({ ...value, level: LEVELS.find((word) => word === chosen) ?? null });
        }}
        error={errorOf('level')}
        withAsterisk
        allowDeselect={false}
      />
    </>
  );
}

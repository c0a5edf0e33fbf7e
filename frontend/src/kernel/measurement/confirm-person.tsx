// Assigns an unassigned measurement to a member, identified by birth date and phone number or by
// consent with a code.
import '@mantine/core/styles/SegmentedControl.css';
import { Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '~/domain/client';
import { pastDateKind } from '~/kernel/field/date-kind';
import { recordIdOf } from '~/kernel/field/record-id';
import { phoneKind } from '~/kernel/field/text-kind';
import { DialogForm } from '~/kernel/form/dialog-form';
import { useText } from '~/kernel/i18n/i18n';
import { toast } from '~/kernel/toast/toast';
import { ConfirmByCode } from './confirm-by-code';
import { memberKind } from './member-kind';
import type { KindOfMeasurements } from './printed-kind';

const FIELDS = [
  { name: 'memberId', label: 'measurement.member', kind: memberKind },
  { name: 'birthDate', label: 'member.birthDate', kind: pastDateKind },
  { name: 'phoneNumber', label: 'member.phone', kind: phoneKind },
] as const;
const MAX_PHONE_LENGTH = 30;

export interface ConfirmPersonProps {
  kind: KindOfMeasurements;
  id: number;
  version: number;
  onClose: () => void;
}

const isLeft = (value: unknown) => value === undefined || value === null || value === '';
const asText = (value: unknown) => (typeof value === 'string' ? value : '');

const WAYS = { SAID: 'measurement.bySaying', CODE: 'measurement.byCode' } as const;
type Way = keyof typeof WAYS;

export default function ConfirmPerson(props: ConfirmPersonProps) {
  const t = useText();
  const [chosen, setChosen] = useState<Way>();
  const way = chosen ?? 'SAID';
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <SegmentedControl
          aria-label={t('measurement.personWay')}
          value={way}
          onChange={(next) => {
            setChosen(next === 'CODE' ? 'CODE' : 'SAID');
          }}
          data={Object.entries(WAYS).map(([value, label]) => ({ value, label: t(label) }))}
          style={{ alignSelf: 'flex-start' }}
        />
        {way === 'CODE' ? (
          <ConfirmByCode {...props} />
        ) : (
          <ConfirmBySaying {...props} isFirst={chosen === undefined} />
        )}
      </Stack>
    </Paper>
  );
}

interface ConfirmBySayingProps extends ConfirmPersonProps {
  /**
   * Whether this method was open from the start. If the user has just chosen it, the focus stays at
   * the choice.
   */
  isFirst: boolean;
}

function ConfirmBySaying({ kind, id, version, onClose, isFirst }: ConfirmBySayingProps) {
  const t = useText();
  const queryClient = useQueryClient();
  const [said, setSaid] = useState<Record<string, unknown>>({});
  const form = useRef<HTMLDivElement>(null);
  // The form replaces the pressed button, so the focus moves to the first input.
  useEffect(() => {
    if (isFirst) form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [isFirst]);
  const confirm = useMutation({
    mutationFn: () =>
      call('ConfirmPerson', {
        body: {
          kind,
          measurementId: id,
          memberId: recordIdOf(said.memberId) ?? 0,
          birthDate: asText(said.birthDate),
          phoneNumber: asText(said.phoneNumber),
          version,
        },
      }),
    // The measurement may now be in other lists with other grades, and in the trend of its member.
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      toast('success', t('measurement.personConfirmed'));
    },
    // Another user may have changed the record. With the current record a retry can succeed or is
    // unnecessary.
    onError: () => queryClient.invalidateQueries(),
  });
  return (
    <div ref={form}>
      <DialogForm
        sent={confirm}
        onSubmit={() => {
          confirm.mutate();
        }}
        onCancel={onClose}
        entered={Object.values(said).filter((value) => !isLeft(value))}
        submitLabel={t('measurement.confirmPerson')}
        isUnready={FIELDS.some(({ name }) => isLeft(said[name]))}
        whole={['measuredAt']}
        intro={<Text size="sm">{t('measurement.confirmPersonHint')}</Text>}
      >
        {(errorOf) =>
          FIELDS.map(
            ({ name, label, kind: { Input, empty } }, place) =>
              Input && (
                <Input
                  key={name}
                  label={t(label)}
                  value={said[name] ?? empty}
                  onChange={(value: unknown) => {
                    setSaid((before) => ({ ...before, [name]: value }));
                    confirm.reset();
                  }}
                  error={errorOf(name)}
                  required
                  maxLength={name === 'phoneNumber' ? MAX_PHONE_LENGTH : undefined}
                  marks={{ 'data-path': name, ...(place === 0 && { 'data-autofocus': true }) }}
                  disabled={false}
                />
              ),
          )
        }
      </DialogForm>
    </div>
  );
}

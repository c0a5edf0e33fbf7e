// The header of a measurement: the person, the person's age, and the time. Unassigned measurements
// can be assigned here.
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { use, useState } from 'react';
import { OnPaper } from '~/kernel/chart/on-paper';
import { lazyPart } from '~/kernel/code/lazy-part';
import { formatDateTime } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { MEMBERS_PATH } from '~/kernel/screen/known-paths';
import { Dotted } from '~/ui/dotted';
import { Link } from '~/ui/link';
import type { ConfirmPersonProps } from './confirm-person';
import { formatElsewhere } from './elsewhere';
import { isUnassigned } from './name-of-measured';
import { PrintLink } from './print-link';
import type { KindOfMeasurements } from './printed-kind';
import { SendButton } from './send-button';

interface Measured {
  memberId: number | null;
  memberName: string | null;
  memberNo: string | null;
  companyName: string | null;
  sex: string | null;
  age: number | null;
  measuredAt: string;
  measuredAtOffset?: number | undefined;
  version: number;
  can: { update: { allowed: boolean } };
}

const ConfirmPerson = lazyPart<ConfirmPersonProps>(() => import('./confirm-person'));

interface PersonHeadProps {
  record: Measured;
  kind: KindOfMeasurements;
  id: number;
}

export function PersonHead({ record, kind, id }: PersonHeadProps) {
  const t = useText();
  const paper = use(OnPaper);
  const [confirming, setConfirming] = useState(false);
  const isToConfirm = isUnassigned(record) && record.can.update.allowed && !paper;
  const person = [
    record.companyName,
    record.memberNo,
    record.sex === null ? undefined : textIfKnown(`sex.${record.sex}`),
    record.age === null ? undefined : t('measurement.atAge', { age: record.age }),
  ];
  const elsewhere = formatElsewhere(record.measuredAt, record.measuredAtOffset);
  const head = (
    <Group justify="space-between" align="flex-start" wrap="nowrap">
      <div>
        {record.memberName === null ? (
          <Text fw={600}>
            {t(isUnassigned(record) ? 'measurement.nobody' : 'measurement.ofUser')}
          </Text>
        ) : paper || record.memberId === null ? (
          // Not a link: readers of a report link have no console, and their measurements no ids.
          <Text fw={600}>{record.memberName}</Text>
        ) : (
          <Anchor component={Link} to={`${MEMBERS_PATH}/${String(record.memberId)}`} fw={600}>
            {record.memberName}
          </Anchor>
        )}
        <Text size="sm" c="dimmed">
          <Dotted parts={person} />
        </Text>
        <Text size="sm" c="dimmed">
          {t('measurement.measuredAt')}{' '}
          <time dateTime={record.measuredAt}>{formatDateTime(record.measuredAt)}</time>
          {elsewhere !== undefined && ` (${t('measurement.atPlace', { time: elsewhere })})`}
        </Text>
      </div>
      {!paper && (
        <Group gap="xs" justify="flex-end">
          {record.memberId !== null && <SendButton what={{ kind, ids: [id] }} size="xs" />}
          <PrintLink kind={kind} id={id} />
        </Group>
      )}
    </Group>
  );
  if (!isToConfirm) return head;
  return (
    <Stack gap="md">
      {head}
      {confirming ? (
        <ConfirmPerson
          kind={kind}
          id={id}
          version={record.version}
          onClose={() => {
            setConfirming(false);
          }}
        />
      ) : (
        <Button
          variant="light"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => {
            setConfirming(true);
          }}
        >
          {t('measurement.confirmPerson')}
        </Button>
      )}
    </Stack>
  );
}

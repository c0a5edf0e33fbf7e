// Above a measurement: whose it is, how old the person was, and when it was made.
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { formatDateTime } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { MEMBERS_PATH } from '~/kernel/screen/known-paths';
import { Dotted } from '~/ui/dotted';

interface Measured {
  memberId: number | null;
  memberName: string | null;
  memberNo: string | null;
  companyName: string | null;
  sex: string | null;
  age: number | null;
  measuredAt: string;
}

export function PersonHead({ record }: { record: Measured }) {
  const t = useText();
  const person = [
    record.companyName,
    record.memberNo,
    record.sex === null ? undefined : textIfKnown(`sex.${record.sex}`),
    record.age === null ? undefined : t('measurement.atAge', { age: record.age }),
  ];
  return (
    <div>
      {record.memberId === null ? (
        <Text fw={600}>{t('measurement.nobody')}</Text>
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
      </Text>
    </div>
  );
}

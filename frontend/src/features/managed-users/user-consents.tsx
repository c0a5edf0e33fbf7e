// The consents of a user: the text, and when and from where it was accepted or withdrawn. Viewing
// them is logged.
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '~/domain/client';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDateTime } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { LANGUAGES } from '~/kernel/i18n/languages';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { Dotted } from '~/ui/dotted';
import { TermsIcon } from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';
import { ToneBadge } from '~/ui/tone-badge';

export function UserConsents({ userId }: { userId: number }) {
  const t = useText();
  const consents = useQuery({
    queryKey: ['user-consents', userId],
    queryFn: ({ signal }) => call('ListUserConsents', { path: { userId } }, signal),
    // Every access is logged, so there is no automatic refetch.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (consents.isPending) return <FieldsSkeleton />;
  if (consents.isError)
    return <QueryError error={consents.error} retry={() => void consents.refetch()} />;
  if (consents.data.length === 0) {
    return (
      <StateMessage icon={TermsIcon} title={t('consent.none')}>
        {t('consent.noneHint')}
      </StateMessage>
    );
  }
  return (
    <Stack gap="sm">
      {consents.data.map((consent) => {
        const isWithdrawn = consent.withdrawnAt !== null;
        return (
          <div key={`${String(consent.termsId)} ${consent.agreedAt}`}>
            <Group gap="xs">
              <Text fw={550}>{t(`terms.kind.${consent.kind}`)}</Text>
              <ToneBadge tone={isWithdrawn ? 'neutral' : 'good'}>
                {t(isWithdrawn ? 'consent.state.WITHDRAWN' : 'consent.state.AGREED')}
              </ToneBadge>
              {consent.isInForce && <ToneBadge tone="info">{t('terms.isInForce')}</ToneBadge>}
            </Group>
            <Text size="sm" c="dimmed" component="div">
              <Dotted
                parts={[
                  t(consent.isRequired ? 'consent.required' : 'consent.optional'),
                  `${t('terms.edition')} ${consent.edition}`,
                  LANGUAGES.find(({ tag }) => tag === consent.language)?.name,
                ]}
              />
            </Text>
            <Event label="consent.agreedOn" at={consent.agreedAt} from={consent.agreedFrom} />
            {consent.withdrawnAt !== null && (
              <Event
                label="consent.withdrawnOn"
                at={consent.withdrawnAt}
                from={consent.withdrawnFrom}
              />
            )}
          </div>
        );
      })}
    </Stack>
  );
}

interface EventProps {
  label: 'consent.agreedOn' | 'consent.withdrawnOn';
  at: string;
  from: string | null;
}

function Event({ label, at, from }: EventProps) {
  const t = useText();
  return (
    <Text size="sm" component="div">
      <Dotted parts={[t(label, { time: formatDateTime(at) }), from]} />
    </Text>
  );
}

// The member's consents. Required ones are fixed; optional ones can be given and withdrawn here.
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { Group, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { errorText } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDate } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { toast } from '~/kernel/toast/toast';
import { Dotted } from '~/ui/dotted';
import classes from './me-page.module.css';
import { useChangeConsent, useOwnConsents, type OwnConsent } from './own-consents';
import { TermsText } from './terms-text';

export function ConsentsCard() {
  const t = useText();
  const consents = useOwnConsents();
  if (consents.isPending) return <Skeleton height={120} radius={8} />;
  if (consents.isError)
    return <QueryError error={consents.error} retry={() => void consents.refetch()} />;
  if (consents.data.length === 0) return <p className={classes.text}>{t('consent.noTerms')}</p>;
  return (
    <Stack gap="sm">
      {consents.data.map((consent) => (
        <Consent key={consent.kind} consent={consent} />
      ))}
      {consents.data.some(({ isRequired }) => isRequired) && (
        <p className={classes.hint}>{t('consent.requiredHint')}</p>
      )}
    </Stack>
  );
}

function Consent({ consent }: { consent: OwnConsent }) {
  const t = useText();
  const change = useChangeConsent(consent);
  const { kind, edition, isRequired, agreedAt } = consent;
  const name = t(`terms.kind.${kind}`);
  const facts = [
    t(isRequired ? 'consent.required' : 'consent.optional'),
    `${t('terms.edition')} ${edition}`,
    agreedAt !== null && t('consent.agreedOn', { time: formatDate(agreedAt) }),
  ];
  return (
    <div>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <div>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            <Dotted parts={facts.filter((fact) => fact !== false)} />
          </Text>
        </div>
        {!isRequired && (
          <Switch
            size="md"
            aria-label={name}
            // During the request, the switch shows the new state.
            checked={change.isPending ? change.variables : agreedAt !== null}
            disabled={change.isPending}
            onChange={(event) => {
              const agrees = event.currentTarget.checked;
              change.mutate(agrees, {
                onSuccess: () => {
                  toast('success', t(agrees ? 'consent.given' : 'consent.withdrawn'));
                },
                onError: (error) => {
                  toast('error', errorText(error));
                },
              });
            }}
          />
        )}
      </Group>
      <TermsText terms={consent} />
    </div>
  );
}

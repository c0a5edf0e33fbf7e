// The only page for a member who has not agreed to required terms: the terms, with their full
// texts. Without all required consents there is no access; declining signs out.
import { Alert, Button, Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '~/domain/client';
import { errorText } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { formatLongDate } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { HeldPage } from '~/kernel/page/held-page';
import { ErrorIcon } from '~/ui/icons';
import classes from './consents-page.module.css';
import { useOwnConsents, type OwnConsent } from './own-consents';
import { TermsText } from './terms-text';
import { WithdrawButton } from './withdraw-button';

export default function ConsentsPage() {
  const t = useText();
  const consents = useOwnConsents();
  return (
    <HeldPage
      wide
      title={t('consent.demanded')}
      hint={t('consent.demandedHint')}
      signOutLabel={t('consent.decline')}
      below={<WithdrawButton />}
    >
      {consents.isPending && <Skeleton height={220} />}
      {consents.isError && (
        <QueryError error={consents.error} retry={() => void consents.refetch()} />
      )}
      {consents.data && (
        <Agreeing asked={consents.data.filter(({ agreedAt }) => agreedAt === null)} />
      )}
    </HeldPage>
  );
}

function Agreeing({ asked }: { asked: OwnConsent[] }) {
  const t = useText();
  const queryClient = useQueryClient();
  const [agreed, setAgreed] = useState<ReadonlySet<number>>(new Set());
  const [incomplete, setIncomplete] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const required = asked.filter(({ isRequired }) => isRequired);
  const optional = asked.filter(({ isRequired }) => !isRequired);
  const agree = useMutation({
    mutationFn: (termsIds: number[]) => call('GiveConsents', { body: { termsIds } }),
    // Refetches everything that was refused until now.
    onSuccess: () => queryClient.resetQueries(),
    // The terms may have changed. Those still asked for keep their marks.
    onError: () => queryClient.invalidateQueries(),
  });
  const set = (chosen: readonly OwnConsent[], agrees: boolean) => {
    const next = new Set(agreed);
    for (const { termsId } of chosen) {
      if (agrees) next.add(termsId);
      else next.delete(termsId);
    }
    setAgreed(next);
    setIncomplete(false);
  };
  const isAgreed = ({ termsId }: OwnConsent) => agreed.has(termsId);
  const part = (label: string, terms: readonly OwnConsent[]) =>
    terms.length > 0 && (
      <fieldset className={classes.part}>
        <legend>{label}</legend>
        {terms.map((one) => (
          <div key={one.termsId}>
            <Checkbox
              label={t(`terms.kind.${one.kind}`)}
              description={t('terms.inForceSince', {
                edition: one.edition,
                day: formatLongDate(one.effectiveFrom),
              })}
              checked={isAgreed(one)}
              required={one.isRequired}
              error={incomplete && one.isRequired && !isAgreed(one)}
              onChange={(event) => {
                set([one], event.currentTarget.checked);
              }}
            />
            <div className={classes.text}>
              <TermsText terms={one} />
            </div>
          </div>
        ))}
      </fieldset>
    );
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const missing = required.findIndex((one) => !isAgreed(one));
        if (missing < 0) {
          agree.mutate(asked.filter(isAgreed).map(({ termsId }) => termsId));
          return;
        }
        setIncomplete(true);
        form.current?.querySelectorAll<HTMLInputElement>('input:required')[missing]?.focus();
      }}
    >
      <Stack gap="sm">
        <Checkbox
          className={classes.all}
          label={<Text fw={600}>{t('consent.all')}</Text>}
          checked={asked.every(isAgreed)}
          indeterminate={asked.some(isAgreed) && !asked.every(isAgreed)}
          onChange={(event) => {
            set(asked, event.currentTarget.checked);
          }}
        />
        {part(t('consent.required'), required)}
        {part(t('consent.optional'), optional)}
        <div role="alert">
          {incomplete && (
            <Alert
              color="red"
              variant="light"
              icon={<ErrorIcon size={18} stroke={1.6} />}
              title={t('consent.missing')}
            />
          )}
          {agree.isError && (
            <Alert
              color="red"
              variant="light"
              icon={<ErrorIcon size={18} stroke={1.6} />}
              title={errorText(agree.error)}
            />
          )}
        </div>
        <Button type="submit" loading={agree.isPending}>
          {t('consent.agree')}
        </Button>
      </Stack>
    </form>
  );
}

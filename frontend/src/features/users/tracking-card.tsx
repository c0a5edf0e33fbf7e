// The permission to record the use of the apps, with an explanation.
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { Stack, Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '~/domain/client';
import { errorText } from '~/kernel/errors/error-text';
import { useText } from '~/kernel/i18n/i18n';
import { toast } from '~/kernel/toast/toast';
import classes from './me-page.module.css';
import { useKeepProfile, type Profile } from './own-profile';

export function TrackingCard({ profile }: { profile: Profile }) {
  const t = useText();
  const keep = useKeepProfile();
  const explanation = useId();
  const change = useMutation({
    mutationFn: (enabled: boolean) => call('UpdateOwnTracking', { body: { enabled } }),
    onSuccess: (changed) => {
      keep(changed);
      toast('success', t(changed.trackingEnabled ? 'me.trackingOn' : 'me.trackingOff'));
    },
    onError: (error) => {
      toast('error', errorText(error));
    },
  });
  return (
    <Stack gap="sm">
      <Switch
        size="md"
        label={t('me.trackingSwitch')}
        aria-describedby={explanation}
        // During the request, the switch shows the new state.
        checked={change.isPending ? change.variables : profile.trackingEnabled}
        disabled={change.isPending}
        onChange={(event) => {
          change.mutate(event.currentTarget.checked);
        }}
      />
      <p className={classes.hint} id={explanation}>
        {t('me.trackingExplained')}
      </p>
    </Stack>
  );
}

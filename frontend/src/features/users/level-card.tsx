// The member's level, its meaning, and the change between the two levels that members can choose.
import { Alert, Button, Stack, ThemeIcon } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '~/domain/client';
import { errorText, fieldErrorsOf } from '~/kernel/errors/error-text';
import { textIfKnown, useText, type MessageKey } from '~/kernel/i18n/i18n';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { toast } from '~/kernel/toast/toast';
import { ErrorIcon, MeIcon, VerifiedIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import classes from './me-page.module.css';
import { isComplete, isVerified, useKeepProfile, type Level, type Profile } from './own-profile';

const NAMES: Record<Level, MessageKey> = {
  REGULAR_GUEST: 'userLevel.REGULAR_GUEST',
  REGULAR_MEMBER: 'userLevel.REGULAR_MEMBER',
  REGULAR_VERIFIED_1_MEMBER: 'userLevel.REGULAR_VERIFIED_1_MEMBER',
  REGULAR_VERIFIED_2_MEMBER: 'userLevel.REGULAR_VERIFIED_2_MEMBER',
  REGULAR_VERIFIED_3_MEMBER: 'userLevel.REGULAR_VERIFIED_3_MEMBER',
};

const MEANINGS: Record<Level, MessageKey> = {
  REGULAR_GUEST: 'ownLevel.meaning.REGULAR_GUEST',
  REGULAR_MEMBER: 'ownLevel.meaning.REGULAR_MEMBER',
  REGULAR_VERIFIED_1_MEMBER: 'ownLevel.meaning.REGULAR_VERIFIED_1_MEMBER',
  REGULAR_VERIFIED_2_MEMBER: 'ownLevel.meaning.REGULAR_VERIFIED_2_MEMBER',
  REGULAR_VERIFIED_3_MEMBER: 'ownLevel.meaning.REGULAR_VERIFIED_3_MEMBER',
};

/** The alternative of the two levels that members can choose. */
const OTHER: Partial<Record<Level, Level>> = {
  REGULAR_GUEST: 'REGULAR_MEMBER',
  REGULAR_MEMBER: 'REGULAR_GUEST',
};

export function LevelCard({ profile }: { profile: Profile }) {
  const t = useText();
  const keep = useKeepProfile();
  const { level } = profile;
  const other = OTHER[level];
  const change = useMutation({
    mutationFn: (next: Level) => call('UpdateOwnLevel', { body: { level: next } }),
    onSuccess: (changed) => {
      keep(changed);
      toast('success', t('ownLevel.changed', { level: t(NAMES[changed.level]) }));
    },
  });
  const Shape = isVerified(level) ? VerifiedIcon : MeIcon;
  const isGuest = other === 'REGULAR_MEMBER';
  const incomplete = isGuest && !isComplete(profile);
  // A member with a complete profile is not asked to complete it.
  const meaning = isGuest && !incomplete ? 'ownLevel.completeGuest' : MEANINGS[level];
  return (
    <Stack gap="sm" align="flex-start">
      <div className={classes.level}>
        <ThemeIcon variant="light" size={36} radius="xl">
          <Shape size={20} stroke={1.6} aria-hidden />
        </ThemeIcon>
        {t(NAMES[level])}
      </div>
      <p className={classes.text}>{t(meaning)}</p>
      {other === undefined && <p className={classes.hint}>{t('ownLevel.verifiedByStaff')}</p>}
      {incomplete && (
        <>
          <p className={classes.hint}>{t('ownLevel.profileIncomplete')}</p>
          <Button component={Link} to="edit" state={DIALOG_STATE} variant="default">
            {t('ownLevel.complete')}
          </Button>
        </>
      )}
      {other !== undefined && !incomplete && (
        <Button
          variant={isGuest ? 'filled' : 'default'}
          loading={change.isPending}
          onClick={() => {
            change.mutate(other);
          }}
        >
          {t('ownLevel.changeTo', { level: t(NAMES[other]) })}
        </Button>
      )}
      {change.isError && (
        <Alert
          color="red"
          variant="light"
          role="alert"
          icon={<ErrorIcon size={18} stroke={1.6} />}
          title={t('ownLevel.refused')}
        >
          {refusalText(change.error)}
        </Alert>
      )}
    </Stack>
  );
}

/** The server states the reason for refusing a level in the field's code. */
function refusalText(error: unknown): string {
  const [reason] = fieldErrorsOf(error);
  return (reason && textIfKnown(`ownLevel.${reason.code}`)) ?? errorText(error);
}

// Recovery codes, shown once: they can be copied and printed, and disappear when the user confirms
// that they are stored.
import { Button, Checkbox, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useText } from '~/kernel/i18n/i18n';
import classes from './recovery-codes.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  onKept: () => void;
}

export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const t = useText();
  const [kept, setKept] = useState(false);
  return (
    <Stack gap="sm" role="status" className={classes.printed}>
      <Text fw={550}>{t('twoSteps.codes')}</Text>
      <Text c="dimmed">{t('twoSteps.codesHint')}</Text>
      <ul className={classes.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs" className={classes.tools}>
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              {copied ? t('staff.copied') : t('staff.copy')}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            window.print();
          }}
        >
          {t('twoSteps.print')}
        </Button>
      </Group>
      <Checkbox
        className={classes.tools}
        label={t('twoSteps.kept')}
        checked={kept}
        onChange={(event) => {
          setKept(event.currentTarget.checked);
        }}
      />
      <Button className={classes.tools} disabled={!kept} onClick={onKept}>
        {t('action.confirm')}
      </Button>
    </Stack>
  );
}

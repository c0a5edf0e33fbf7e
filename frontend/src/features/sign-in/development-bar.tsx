// Development tools on the login page: the choice of the server and of the login mode.
import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isolated, useText, type MessageKey } from '~/kernel/i18n/i18n';
import { settings } from '~/domain/settings';
import { pageAddress, reloadPage } from '~/kernel/url/page-address';
import {
  apiAddressOf,
  blockedOrigin,
  chooseApiAddress,
  chosenApiAddress,
  forgetApiAddress,
} from './api-address';
import classes from './development-bar.module.css';
import type { LoginMode } from './login-mode';

const MODES: readonly { mode: LoginMode; label: MessageKey }[] = [
  { mode: 'MANAGER', label: 'login.managerMode' },
  { mode: 'USER', label: 'login.userMode' },
];

interface DevelopmentBarProps {
  mode: LoginMode;
  onMode: (mode: LoginMode) => void;
}

export default function DevelopmentBar({ mode, onMode }: DevelopmentBarProps) {
  const t = useText();
  return (
    <aside className={classes.bar} aria-label={t('login.developmentBar')}>
      <ApiAddress />
      <Group gap={6} role="group" aria-label={t('login.mode')}>
        {MODES.map((one) => (
          <Button
            key={one.mode}
            size="xs"
            variant={one.mode === mode ? 'light' : 'default'}
            aria-pressed={one.mode === mode}
            onClick={() => {
              onMode(one.mode);
            }}
          >
            {t(one.label)}
          </Button>
        ))}
      </Group>
    </aside>
  );
}

// The core reads the address when it starts, so that a call and its token renewal never go to
// different servers.
function ApiAddress() {
  const t = useText();
  const [entered, setEntered] = useState(chosenApiAddress);
  const [invalid, setInvalid] = useState(false);
  const address = apiAddressOf(entered);
  const blocked = address === undefined ? null : blockedOrigin(address, settings().trustedOrigins);
  return (
    <form
      noValidate
      className={classes.address}
      onSubmit={(event) => {
        event.preventDefault();
        setInvalid(address === undefined);
        if (address === undefined) return;
        chooseApiAddress(address);
        reloadPage();
      }}
    >
      <TextInput
        className={classes.input}
        size="xs"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        label={t('login.apiAddress')}
        placeholder={pageAddress().origin}
        value={entered}
        onChange={(event) => {
          setEntered(event.currentTarget.value);
          setInvalid(false);
        }}
        error={
          (invalid && t('login.apiAddressInvalid')) ||
          (blocked !== null && t('login.apiAddressBlocked', { origin: isolated(blocked) }))
        }
      />
      <div className={classes.buttons}>
        <Button type="submit" size="xs" variant="default">
          {t('login.apiAddressApply')}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            forgetApiAddress();
            reloadPage();
          }}
        >
          {t('login.apiAddressReset')}
        </Button>
      </div>
    </form>
  );
}

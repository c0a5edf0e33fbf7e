// An error boundary for a page that throws during rendering.
import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useText } from '~/kernel/i18n/i18n';
import { ErrorIcon } from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';

export class FailureBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <PageFailure /> : this.props.children;
  }
}

export function PageFailure() {
  const t = useText();
  return (
    <StateMessage
      wholePage
      icon={ErrorIcon}
      title={t('state.error')}
      tone="alarm"
      actions={
        <Button
          variant="default"
          onClick={() => {
            window.location.reload();
          }}
        >
          {t('action.reload')}
        </Button>
      }
    >
      {t('error.unknown')}
    </StateMessage>
  );
}

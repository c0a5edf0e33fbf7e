// Ends a link or withdraws a link request, after a confirmation.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useAsk } from '~/kernel/dialog/question';
import { errorText } from '~/kernel/errors/error-text';
import { useText } from '~/kernel/i18n/i18n';
import { toast } from '~/kernel/toast/toast';
import type { LinkState } from './link-tones';

interface EndLinkProps {
  state: LinkState;
  /** The name of the linked person. */
  name: string;
  end: () => Promise<unknown>;
  onEnded: () => Promise<unknown>;
}

export function EndLink({ state, name, end, onEnded }: EndLinkProps) {
  const t = useText();
  const ask = useAsk();
  const isRequest = state === 'REQUESTED';
  const ending = useMutation({
    mutationFn: end,
    onSuccess: () => {
      toast('success', t(isRequest ? 'link.withdrawn' : 'link.ended'));
    },
    onError: (error) => {
      toast('error', errorText(error));
    },
    onSettled: onEnded,
  });
  const label = t(isRequest ? 'link.withdraw' : 'link.end');
  return (
    <Button
      variant="default"
      size="xs"
      loading={ending.isPending}
      onClick={() => {
        ask({
          title: label,
          text: t(isRequest ? 'link.withdrawQuestion' : 'link.endQuestion', { name }),
          confirmLabel: label,
          onConfirm: () => {
            ending.mutate();
          },
        });
      }}
    >
      {label}
    </Button>
  );
}

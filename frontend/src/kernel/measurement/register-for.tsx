// Opens the form for a new measurement of this member, on the kind's own screen.
import { Button, Group } from '@mantine/core';
import { useAccess } from '~/kernel/access/access';
import { useText } from '~/kernel/i18n/i18n';
import type { MessageKey } from '~/kernel/i18n/i18n';
import { PlusIcon } from '~/ui/icons';
import { Link } from '~/ui/link';

interface RegisterForProps {
  resource: { path: string; texts?: { create: MessageKey } };
  memberId: number;
}

export function RegisterFor({ resource: { path, texts }, memberId }: RegisterForProps) {
  const t = useText();
  const access = useAccess(path);
  if (!access.create || !texts) return null;
  return (
    <Group justify="flex-end">
      <Button
        component={Link}
        to={{ pathname: `${path}/new`, search: `?memberId=${String(memberId)}` }}
        variant="default"
        size="xs"
        leftSection={<PlusIcon size={15} stroke={2} aria-hidden />}
      >
        {t(texts.create)}
      </Button>
    </Group>
  );
}

// A password that was made for somebody: shown here once and kept nowhere.
import { ShownOnce } from '~/kernel/form/shown-once';
import { useText } from '~/kernel/i18n/i18n';

interface MadePasswordProps {
  password: string;
  onClose: () => void;
}

export function MadePassword({ password, onClose }: MadePasswordProps) {
  const t = useText();
  return (
    <ShownOnce
      title={t('staff.passwordMade')}
      secret={password}
      hint={t('staff.passwordOnce')}
      large
      onClose={onClose}
    />
  );
}

// Signing in as a member: by QR code where the screen has room for one, otherwise only the way to the app.
import { useMediaQuery } from '@mantine/hooks';
import { PhoneLead } from './phone-lead';
import { QrPanel } from './qr-panel';

const SMALL_SCREEN = '(max-width: 768px)';

export default function UserMode() {
  const small = useMediaQuery(SMALL_SCREEN, undefined, { getInitialValueInEffect: false });
  return small ? <PhoneLead /> : <QrPanel />;
}

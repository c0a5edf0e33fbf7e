// Sign-in for members: by QR code if the screen is large enough, otherwise only a link to the app.
import { useMediaQuery } from '@mantine/hooks';
import { PhoneLead } from './phone-lead';
import { QrPanel } from './qr-panel';

const SMALL_SCREEN = '(max-width: 768px)';

export default function UserMode() {
  const small = useMediaQuery(SMALL_SCREEN, undefined, { getInitialValueInEffect: false });
  return small ? <PhoneLead /> : <QrPanel />;
}

// The placeholder of a page whose code is loading.
import { Center, Loader } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';

export function PagePlaceholder() {
  const t = useText();
  return (
    <Center mih="60vh" role="status" aria-label={t('state.loading')}>
      <Loader type="dots" />
    </Center>
  );
}

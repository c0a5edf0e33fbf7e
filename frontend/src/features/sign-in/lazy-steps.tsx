// Steps after the password that few accounts have. Their code and texts are loaded on demand.
import { Center, Loader } from '@mantine/core';
import { lazyPart } from '~/kernel/code/lazy-part';
import { withTexts } from '~/kernel/i18n/i18n';
import type { CodeStepProps } from './code-step';
import type { WakeStepProps } from './wake-step';

const loading = (
  <Center>
    <Loader type="dots" />
  </Center>
);

export const LazyCodeStep = lazyPart<CodeStepProps>(
  () => withTexts('console', import('./code-step')),
  { loading },
);

export const LazyWakeStep = lazyPart<WakeStepProps>(
  () => withTexts('console', import('./wake-step')),
  { loading },
);

// What is asked behind the password of some, and most who sign in here never see: fetched with its texts when it is
// asked.
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

// The second step, which most who sign in here never see: fetched with its texts when it is asked for.
import { Center, Loader } from '@mantine/core';
import { lazyPart } from '~/kernel/code/lazy-part';
import { withTexts } from '~/kernel/i18n/i18n';
import type { CodeStepProps } from './code-step';

export const LazyCodeStep = lazyPart<CodeStepProps>(
  () => withTexts('console', import('./code-step')),
  {
    loading: (
      <Center>
        <Loader type="dots" />
      </Center>
    ),
  },
);

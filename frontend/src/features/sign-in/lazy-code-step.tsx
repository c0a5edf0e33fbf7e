// The second step, which most who sign in here never see: fetched with its texts when it is asked for.
import { Center, Loader } from '@mantine/core';
import { lazyPart } from '~/kernel/code/lazy-part';
import { loadTexts } from '~/kernel/i18n/i18n';
import type { CodeStepProps } from './code-step';

export const LazyCodeStep = lazyPart<CodeStepProps>(
  async () => {
    const [code] = await Promise.all([import('./code-step'), loadTexts('console')]);
    return code;
  },
  {
    loading: (
      <Center>
        <Loader type="dots" />
      </Center>
    ),
  },
);

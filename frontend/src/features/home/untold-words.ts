// What the figures of the home page do not tell their user, as text: that they are rounded, and what
// is left out of them because the user may not read it.
import type { Answer } from '~/domain/client';
import { formatList } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';

type LeftOut = Answer<'GetAttentionStatistics'>['frame']['leftOut'];

export function useUntoldWords(): (
  isRounded: boolean,
  leftOut: Pick<LeftOut, 'categories' | 'graded'>,
) => (string | undefined)[] {
  const t = useText();
  return (isRounded, { categories, graded }) => {
    const names = [
      ...graded.map((indicator) => textIfKnown(`alerts.indicator.${indicator}`) ?? indicator),
      ...categories.map((category) => textIfKnown(`report.kind.${category}`) ?? category),
    ];
    return [
      isRounded ? t('statistics.isRounded') : undefined,
      names.length > 0 ? t('statistics.leftOut', { names: formatList(names) }) : undefined,
    ];
  };
}

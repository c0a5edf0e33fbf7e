// The row density of all tables.
import { SegmentedControl, Text } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { useText } from '~/kernel/i18n/i18n';
import { useDensity } from '~/kernel/table/table-preferences';

export function DensityChoice() {
  const t = useText();
  const [density, setDensity] = useDensity();
  return (
    <div>
      <Text size="sm" fw={500} mb={4} id="density">
        {t('account.density')}
      </Text>
      <SegmentedControl
        fullWidth
        aria-labelledby="density"
        value={density}
        onChange={setDensity}
        data={[
          { value: 'comfortable', label: t('account.comfortable') },
          { value: 'compact', label: t('account.compact') },
        ]}
      />
    </div>
  );
}

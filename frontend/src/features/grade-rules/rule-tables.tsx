// All bounds of a version: for each indicator a number line, a table, and the source of the bounds.
import { Group, Text, Title } from '@mantine/core';
import { formatNumber } from '~/kernel/i18n/format';
import { leftToRight, textIfKnown, useText } from '~/kernel/i18n/i18n';
import { sourceName, targetGroupOf } from '~/kernel/measurement/why';
import { belowZero } from '~/kernel/measurement/why-interval';
import { ToneBadge } from '~/ui/tone-badge';
import { groupsOf, intervalOf, type Table } from './bands';
import { gradeAt, nameOfIndicator } from './grade-words';
import { NumberLine } from './number-line';
import classes from './number-line.module.css';

const figure = (cut: number) => formatNumber(cut);

export function RuleTables({ tables }: { tables: readonly Table[] }) {
  return tables.map((table) => <RuleTable key={table.indicator} table={table} />);
}

function RuleTable({ table: { indicator, standing, source, rules } }: { table: Table }) {
  const t = useText();
  const name = nameOfIndicator(indicator);
  return (
    <section className={classes.section} aria-label={name}>
      <Group gap="xs" mb={6}>
        <Title order={3} size="h5">
          {name}
        </Title>
        <ToneBadge tone={standing === 'CONVENTION' ? 'info' : 'neutral'}>
          {textIfKnown(`measurement.standing.${standing}`)}
        </ToneBadge>
        {standing === 'PUBLISHED' && (
          <Text size="xs" c="dimmed">
            {sourceName(source)}
          </Text>
        )}
      </Group>
      {groupsOf(indicator === 'MYOPIA' ? rules.map(belowZero) : rules).map((group) => {
        const [first] = group;
        const whom = first ? targetGroupOf(first).join(' · ') : '';
        return (
          <div key={whom}>
            {whom !== '' && (
              <Text size="sm" mb={4}>
                {whom}
              </Text>
            )}
            <NumberLine
              indicator={indicator}
              rules={group}
              figure={figure}
              {...(standing === 'CONVENTION' && { limits: [0, 100] as const })}
            />
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{t('stress.grade')}</th>
                  <th scope="col">{t('gradeRules.interval')}</th>
                </tr>
              </thead>
              <tbody>
                {group.map((rule) => (
                  <tr key={rule.grade}>
                    <th scope="row">{gradeAt(indicator, rule.grade).name}</th>
                    <td>{leftToRight(intervalOf(rule, figure))}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        );
      })}
      {indicator === 'SYSTOLIC_PRESSURE' && (
        <Text size="sm" c="dimmed">
          {t('measurement.pressureConvention')}
        </Text>
      )}
    </section>
  );
}

// The detail of a version: its fields, its effect and all its bounds.
import { Title } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';
import { FieldList } from '~/kernel/resource/field-list';
import type { Version } from './bands';
import { Effect } from './effect';
import { GRADE_RULE_FIELDS } from './grade-rule-fields';
import classes from './number-line.module.css';
import { RuleTables } from './rule-tables';

export function RuleDetail({ record }: { record: Version }) {
  const t = useText();
  return (
    <>
      <FieldList fields={GRADE_RULE_FIELDS} record={record} />
      {record.effect && (
        <section className={classes.section} aria-label={t('gradeRules.effect')}>
          <Title order={3} size="h5" mb={6}>
            {t('gradeRules.effect')}
          </Title>
          <Effect effect={record.effect} />
        </section>
      )}
      {record.tables && <RuleTables tables={record.tables} />}
    </>
  );
}

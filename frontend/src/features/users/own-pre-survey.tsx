// The member's answers before the last stress measurement.
import { Title } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';
import { answeredBefore } from '~/kernel/measurement/pre-survey';
import { FieldList } from '~/kernel/resource/field-list';
import classes from './member-page.module.css';
import type { OwnStress } from './own-stress';

export default function OwnPreSurvey({ measurement }: { measurement: OwnStress }) {
  const t = useText();
  const answered = answeredBefore(measurement);
  if (answered.length === 0) return null;
  return (
    <section className={classes.section}>
      <div className={classes.sectionHead}>
        <Title order={2} size="h4">
          {t('memberPage.stress.before')}
        </Title>
      </div>
      <FieldList fields={answered} record={measurement} />
      <p className={classes.notice}>{t('memberPage.stress.beforeHint')}</p>
    </section>
  );
}

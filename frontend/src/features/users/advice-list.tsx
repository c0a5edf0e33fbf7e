// A short explanation of each of the latest values, and the next step.
import { Anchor, Title } from '@mantine/core';
import { useId } from 'react';
import { GradeBadge } from '~/kernel/grade/grade-badge';
import { useText } from '~/kernel/i18n/i18n';
import { Link } from '~/ui/link';
import type { Advice } from './advice';
import classes from './advice-list.module.css';
import page from './member-page.module.css';

interface AdviceListProps {
  advice: readonly Advice[];
  /** The address of the page that explains the grades. */
  reasons?: string;
}

export function AdviceList({ advice, reasons }: AdviceListProps) {
  const t = useText();
  const heading = useId();
  if (advice.length === 0) return null;
  return (
    <section className={page.section} aria-labelledby={heading}>
      <Title order={2} size="h4" mb="sm" id={heading}>
        {t('memberPage.advice')}
      </Title>
      <dl className={`${page.surface ?? ''} ${classes.list ?? ''}`}>
        {advice.map(({ title, about, scale, grade, next, urgent }) => (
          <div key={title}>
            <dt>
              {t(title)} {grade !== null && <GradeBadge scale={scale} grade={grade} />}
            </dt>
            {next !== undefined && <dd data-urgent={urgent === true || undefined}>{t(next)}</dd>}
            <dd className={classes.about}>{t(about)}</dd>
          </div>
        ))}
      </dl>
      {reasons !== undefined && (
        <Anchor component={Link} to={reasons} size="sm" mt="xs" display="inline-block">
          {t('measurement.rules')}
        </Anchor>
      )}
    </section>
  );
}

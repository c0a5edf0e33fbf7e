// The full text of terms at the place of consent: collapsed at first, and loaded when expanded.
import { Anchor, Collapse, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '~/domain/client';
import { QueryError } from '~/kernel/errors/query-error';
import { useLanguage, useText } from '~/kernel/i18n/i18n';
import RichText from '~/kernel/rich-text/rich-text';
import type { OwnConsent } from './own-consents';
import classes from './terms-text.module.css';

export function TermsText({ terms }: { terms: OwnConsent }) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const place = useId();
  const name = t(`terms.kind.${terms.kind}`);
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        className={classes.open}
        aria-expanded={opened}
        aria-controls={place}
        aria-label={`${t('consent.read')}: ${name}`}
        onClick={() => {
          setOpened(!opened);
        }}
      >
        {t('consent.read')}
      </Anchor>
      <div id={place}>
        <Collapse expanded={opened} transitionDuration={0}>
          {opened && <Content terms={terms} name={name} />}
        </Collapse>
      </div>
    </>
  );
}

function Content({ terms: { termsId, language }, name }: { terms: OwnConsent; name: string }) {
  const t = useText();
  const own = useLanguage();
  const text = useQuery({
    queryKey: ['terms-published', termsId],
    queryFn: ({ signal }) => call('GetPublishedTerms', { path: { termsId } }, signal),
  });
  if (text.isPending) return <Skeleton height={120} />;
  if (text.isError) return <QueryError error={text.error} retry={() => void text.refetch()} />;
  return (
    // Scrollable by keyboard, too.
    <div className={classes.text} role="region" aria-label={name} tabIndex={0} lang={language}>
      {language === 'ko' && own !== 'ko' && (
        <Text size="sm" c="dimmed" lang={own} mb="xs">
          {t('terms.inKorean')}
        </Text>
      )}
      <RichText html={text.data.content} />
    </div>
  );
}

// The public privacy policy: the current terms and earlier ones. It is a plain document without the
// router, and the same before and after signing in.
import { Center, Loader, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call, type Answer, type Query } from '~/domain/client';
import { QueryError } from '~/kernel/errors/query-error';
import { formatLongDate } from '~/kernel/i18n/format';
import { useLanguage, useText } from '~/kernel/i18n/i18n';
import { FALLBACK_LANGUAGE } from '~/kernel/i18n/languages';
import { LanguageMenu } from '~/kernel/i18n/language-menu';
import { PRIVACY_PAGE } from '~/kernel/page/privacy-page';
import { usePageTitle } from '~/kernel/page/use-page-title';
import RichText from '~/kernel/rich-text/rich-text';
import { EmptyIcon } from '~/ui/icons';
import { Logo } from '~/ui/logo';
import { StateMessage } from '~/ui/state-message';
import classes from './privacy-page.module.css';

type Current = Answer<'GetPublishedTerms'>;
type Edition = Pick<Current, 'termsId' | 'edition' | 'effectiveFrom'>;

export default function PrivacyPage() {
  const t = useText();
  usePageTitle(t('terms.kind.PRIVACY'));
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <a href="/" aria-label={t('shell.home')}>
          <Logo variant="uno" />
        </a>
        <LanguageMenu />
      </header>
      <main className={classes.main}>
        <Editions />
      </main>
    </div>
  );
}

/** The edition that the address names, or else the current one. */
function Editions() {
  const t = useText();
  const language = useLanguage() as NonNullable<Query<'ListCurrentTerms'>['language']>;
  const termsId = Number(/^\?terms=([1-9]\d{0,14})$/.exec(window.location.search)?.[1]);
  const inForce = useQuery({
    queryKey: ['terms-in-force', language],
    queryFn: ({ signal }) =>
      call('ListCurrentTerms', { query: { kinds: ['PRIVACY'], language } }, signal),
  });
  const [current] = inForce.data ?? [];
  const isChosen = termsId > 0 && termsId !== current?.termsId;
  const chosen = useQuery({
    queryKey: ['terms-published', termsId],
    queryFn: ({ signal }) => call('GetPublishedTerms', { path: { termsId } }, signal),
    enabled: isChosen,
  });
  const asked = isChosen ? chosen : inForce;
  const shown = isChosen ? chosen.data : current;
  return (
    <>
      {asked.isPending && (
        <Center mih="40vh" role="status" aria-label={t('state.loading')}>
          <Loader type="dots" />
        </Center>
      )}
      {asked.isError && <QueryError error={asked.error} retry={() => void asked.refetch()} />}
      {inForce.isSuccess && !isChosen && !current && (
        <>
          <Title order={1} size="h2">
            {t('terms.kind.PRIVACY')}
          </Title>
          <StateMessage icon={EmptyIcon} title={t('terms.none')}>
            {t('terms.noneHint')}
          </StateMessage>
        </>
      )}
      {shown && (
        <Document
          terms={shown}
          isOver={current?.earlier.some((edition) => edition.termsId === shown.termsId) ?? false}
          language={language}
        />
      )}
      {current && (current.earlier.length > 0 || isChosen) && (
        <AllEditions editions={[current, ...current.earlier]} shown={shown?.termsId} />
      )}
    </>
  );
}

interface DocumentProps {
  terms: Current;
  isOver: boolean;
  language: string;
}

function Document({ terms, isOver, language }: DocumentProps) {
  const t = useText();
  const isForeign = terms.language === FALLBACK_LANGUAGE && language !== FALLBACK_LANGUAGE;
  const notice = isOver ? t('terms.notInForce') : isForeign && t('terms.inKorean');
  return (
    <article>
      <Title order={1} size="h2">
        {t(`terms.kind.${terms.kind}`)}
      </Title>
      <Text c="dimmed" mb="lg">
        <EditionName edition={terms} />
      </Text>
      {notice && <p className={classes.notice}>{notice}</p>}
      <div lang={terms.language}>
        <RichText html={terms.content} />
      </div>
    </article>
  );
}

function AllEditions({ editions, shown }: { editions: Edition[]; shown: number | undefined }) {
  const t = useText();
  return (
    <nav className={classes.editions} aria-labelledby="editions">
      <Title order={2} size="h5" id="editions">
        {t('terms.editions')}
      </Title>
      <ul>
        {editions.map((edition, index) => (
          <li key={edition.termsId}>
            <a
              href={index === 0 ? PRIVACY_PAGE : `${PRIVACY_PAGE}?terms=${String(edition.termsId)}`}
              aria-current={edition.termsId === shown ? 'page' : undefined}
            >
              <EditionName edition={edition} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function EditionName({ edition: { edition, effectiveFrom } }: { edition: Edition }) {
  const t = useText();
  return t('terms.inForceSince', { edition, day: formatLongDate(effectiveFrom) });
}

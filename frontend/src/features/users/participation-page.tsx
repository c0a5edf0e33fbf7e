// The member's training participations, newest first: the training, the day of its program, and the
// completion.
import { Button, Skeleton } from '@mantine/core';
import { call, type Answer } from '~/domain/client';
import { today } from '~/domain/time';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDay, formatNumber, formatPercent } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { usePages } from '~/kernel/pages/use-pages';
import { Completion } from '~/ui/completion';
import { Dotted } from '~/ui/dotted';
import { PageHeader } from '~/ui/page-header';
import { FramePage } from './frame-page';
import page from './member-page.module.css';
import classes from './participation-page.module.css';
import { OWN_PARTICIPATION } from './screens';

type Participation = Answer<'ListOwnTrainingParticipations'>['data'][number];

const PAGE_SIZE = 20;

export function Component() {
  const t = useText();
  usePageTitle(t(OWN_PARTICIPATION.title));
  const pages = usePages(['own-participations'], (number, signal) =>
    call('ListOwnTrainingParticipations', { query: { page: number, pageSize: PAGE_SIZE } }, signal),
  );
  if (pages.data && pages.rows.length === 0) {
    return (
      <FramePage
        screen={OWN_PARTICIPATION}
        kind="TRAINING"
        empty="memberPage.participation.empty"
        hint="memberPage.participation.hint"
      />
    );
  }
  return (
    <div className={page.page}>
      <PageHeader title={t(OWN_PARTICIPATION.title)} />
      {pages.isPending && <Skeleton height={220} radius={12} />}
      {pages.isError && <QueryError error={pages.error} retry={() => void pages.refetch()} />}
      {pages.rows.length > 0 && (
        <ul className={classes.list}>
          {pages.rows.map((participation) => (
            <Entry key={participation.trainingParticipationId} participation={participation} />
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('memberPage.participation.more')}
        </Button>
      )}
    </div>
  );
}

function Entry({ participation }: { participation: Participation }) {
  const t = useText();
  const { programName, unitName, day, contentName, startedAt, completion, score } = participation;
  const ofProgram = t('memberPage.participation.day', { day: formatNumber(day) });
  return (
    <li className={classes.entry}>
      <div className={classes.what}>
        <span className={classes.content}>{contentName}</span>
        <span className={classes.beside}>
          <Dotted parts={[programName, ofProgram, unitName]} />
        </span>
      </div>
      <div className={classes.how}>
        <Completion percent={completion} figure={formatPercent(completion / 100)} />
        <span className={classes.beside}>
          <Dotted
            parts={[
              formatDay(startedAt, today()),
              ...(score === null
                ? []
                : [t('memberPage.participation.score', { score: formatNumber(score, 1) })]),
            ]}
          />
        </span>
      </div>
    </li>
  );
}

// The users who created a record and last changed it, as a muted line below its content.
import { formatDateTime } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import type { ResourceRecord } from './definition';
import classes from './field-list.module.css';

export function RecordAuthors({ record }: { record: ResourceRecord }) {
  const t = useText();
  const { authors, createdAt = authors?.made?.at } = record;
  if (!authors || (createdAt === undefined && !authors.changed)) return null;
  return (
    <dl className={classes.authors}>
      {createdAt !== undefined && (
        <Authorship name={t('board.createdAt')} at={createdAt} by={authors.made?.accountName} />
      )}
      {authors.changed && (
        <Authorship
          name={t('board.updatedAt')}
          at={authors.changed.at}
          by={authors.changed.accountName}
        />
      )}
    </dl>
  );
}

interface AuthorshipProps {
  name: string;
  at: string;
  /** Unknown for changes made before histories were recorded. */
  by: string | undefined;
}

function Authorship({ name, at, by }: AuthorshipProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <time dateTime={at}>{formatDateTime(at)}</time>
        {by !== undefined && (
          <>
            {' · '}
            <bdi>{by}</bdi>
          </>
        )}
      </dd>
    </div>
  );
}

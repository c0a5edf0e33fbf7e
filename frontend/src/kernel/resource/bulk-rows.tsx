// The records of a bulk action, each with its actual or expected outcome and the reasons of a
// refusal.
import { Checkbox, Stack, Text } from '@mantine/core';
import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Answer } from '~/domain/client';
import type { FieldError } from '~/domain/validation';
import { fieldErrorText, fieldOf } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { text, textIfKnown, useText } from '~/kernel/i18n/i18n';
import type { Job } from '~/kernel/jobs/jobs';
import { MoreButton } from '~/kernel/pages/more-button';
import { usePages } from '~/kernel/pages/use-pages';
import { ToneBadge, type Tone } from '~/ui/tone-badge';
import classes from './bulk-rows.module.css';
import type { NamedField } from './definition';
import { dependentsText } from './dependents';
import { isOfDependents } from './refusal';

type Row = Answer<'ListBulkRows'>['data'][number];

const TONES: Record<Row['outcome'], Tone> = {
  WAITING: 'neutral',
  CHANGED: 'good',
  DELETED: 'good',
  RESTORED: 'good',
  UNCHANGED: 'neutral',
  REFUSED: 'serious',
};

export function BulkRows({ job, fields }: { job: Job; fields: readonly NamedField[] }) {
  const t = useText();
  const refused = job.counts.rejected;
  const [onlyRefused, setOnlyRefused] = useState(refused > 0);
  const outcomes: Row['outcome'][] = onlyRefused && refused > 0 ? ['REFUSED'] : [];
  const queryClient = useQueryClient();
  const rowsKey = ['jobs', 'rows', job.jobId];
  const pages = usePages([...rowsKey, job.state, outcomes], (page, signal) =>
    call(
      'ListBulkRows',
      { path: { jobId: job.jobId }, query: { page, pageSize: 50, outcomes } },
      signal,
    ),
  );
  // Deleted records have no name any more. Names that were loaded before are still in the cache.
  const known = new Map(
    queryClient
      .getQueriesData<InfiniteData<Answer<'ListBulkRows'>>>({ queryKey: rowsKey })
      .flatMap(([, before]) => before?.pages ?? [])
      .flatMap(({ data }) => data)
      .flatMap(({ recordId, name }) => (name === null ? [] : [[recordId, name] as const])),
  );
  const nameOf = ({ recordId, name }: Row) =>
    name ?? known.get(recordId) ?? t('bulk.unnamed', { id: recordId });
  return (
    <Stack gap="xs">
      {refused > 0 && (
        <Checkbox
          size="xs"
          label={t('bulk.refusedOnly')}
          checked={onlyRefused}
          onChange={(event) => {
            setOnlyRefused(event.currentTarget.checked);
          }}
        />
      )}
      {pages.isError && <QueryError error={pages.error} retry={() => void pages.refetch()} />}
      <ul className={classes.rows} aria-label={t('bulk.rows')} aria-busy={pages.isPending}>
        {pages.rows.map((row) => (
          <li key={row.recordId}>
            <span className={classes.name} dir="auto">
              {nameOf(row)}
            </span>
            <ToneBadge tone={TONES[row.outcome]}>
              {textIfKnown(`bulk.outcome.${row.outcome}`)}
            </ToneBadge>
            {row.outcome === 'REFUSED' &&
              reasonsOf(row, job.kind, fields).map((reason) => (
                <Text key={reason} size="sm" c="dimmed" className={classes.reason}>
                  {reason}
                </Text>
              ))}
          </li>
        ))}
      </ul>
      <MoreButton pages={pages} />
    </Stack>
  );
}

/** Uses the texts of the field errors, if there are any, or else the text of the error. */
function reasonsOf(
  { fields: violations, error }: Row,
  kind: Job['kind'],
  fields: readonly NamedField[],
): string[] {
  const reasons = violations.map((violation) => {
    if (isOfDependents(violation)) return dependentsText(violation);
    return kind === 'BULK_DELETE' ? whyKept(violation) : whyUnchanged(violation, fields);
  });
  // Dependents are listed below the sentence that mentions them.
  const saysAll = reasons.length > 0 && !violations.some(isOfDependents);
  const said = textIfKnown(`error.${String(error)}`) ?? text('error.unknown');
  return [...new Set(saysAll ? reasons : [said, ...reasons])];
}

/**
 * No field is to blame for a refused removal, so this uses the tooltip text of the single removal.
 */
function whyKept(violation: FieldError): string {
  return textIfKnown(`refusal.${violation.code}`) ?? fieldErrorText(violation);
}

function whyUnchanged(violation: FieldError, fields: readonly NamedField[]): string {
  const field = fields.find(({ name }) => name === fieldOf(violation));
  const reason = fieldErrorText(violation);
  return field ? `${text(field.label)}: ${reason}` : reason;
}

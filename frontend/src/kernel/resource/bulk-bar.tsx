// The bar above the rows of a list with bulk actions. They apply to the selected rows or to all
// that match the filters.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAccess } from '~/kernel/access/access';
import { useText } from '~/kernel/i18n/i18n';
import { DeleteIcon, EditIcon } from '~/ui/icons';
import type {
  BulkRequest,
  FormValues,
  ListQuery,
  Page,
  Resource,
  ResourceRecord,
  SelectionProps,
} from './definition';
import { SelectionBar } from './selection-bar';

/** The maximum number of ids in one request. */
const MAX_NAMED = 200;

interface BulkBarProps<Row extends ResourceRecord> extends SelectionProps {
  resource: Resource<Row>;
  matching: ListQuery;
  page: Page<Row> | undefined;
  onAsk: (asked: BulkRequest) => void;
}

export function BulkBar<Row extends ResourceRecord>(props: BulkBarProps<Row>) {
  const { resource, matching, page, selected, onPage, onSelect, onAsk } = props;
  const t = useText();
  const access = useAccess(resource.path);
  const Beside = resource.slots?.selected;
  const [areAll, setAreAll] = useState(false);
  const select = (ids: readonly number[]) => {
    setAreAll(false);
    onSelect(ids);
  };
  const total = page?.total ?? 0;
  // Deselecting a single row ends "all matching".
  const isPageWhole = onPage.length > 0 && onPage.every((id) => selected.includes(id));
  const isAll = areAll && isPageWhole;
  if (areAll && !isPageWhole) setAreAll(false);
  const ask = (action: BulkRequest['action']) => {
    onAsk({
      action,
      selection: isAll
        ? { selection: 'MATCHING', recordIds: [] }
        : { selection: 'NAMED', recordIds: [...selected] },
      matching,
      like: inCommon(page?.data.filter((row) => selected.includes(resource.idOf(row))) ?? []),
    });
  };
  const tooMany = !isAll && selected.length > MAX_NAMED;
  // A lower bound is not shown as the number of matches.
  const isCounted = page?.totalIsExact ?? false;
  const said = isAll
    ? isCounted
      ? t('bulk.allSelected', { count: total })
      : t('bulk.allUncountedSelected')
    : tooMany
      ? t('bulk.tooMany', { max: MAX_NAMED })
      : undefined;
  return (
    <SelectionBar selected={selected} onPage={onPage} onSelect={select} said={said}>
      {!isAll && isPageWhole && (!isCounted || total > selected.length) && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            setAreAll(true);
          }}
        >
          {isCounted ? t('bulk.all', { count: total }) : t('bulk.allUncounted')}
        </Button>
      )}
      {access.update && (resource.bulk?.fields.length ?? 0) > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<EditIcon size={15} stroke={1.6} aria-hidden />}
          disabled={tooMany}
          onClick={() => {
            ask('CHANGE');
          }}
        >
          {t('bulk.change')}
        </Button>
      )}
      {Beside && !isAll && !tooMany && <Beside selected={selected} />}
      {access.delete && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<DeleteIcon size={15} stroke={1.6} aria-hidden />}
          disabled={tooMany}
          onClick={() => {
            ask('DELETE');
          }}
        >
          {t('action.delete')}
        </Button>
      )}
    </SelectionBar>
  );
}

/** Returns the values that all rows share. */
function inCommon(rows: readonly object[]): FormValues {
  const [first, ...others] = rows as readonly FormValues[];
  return Object.fromEntries(
    Object.entries(first ?? {}).filter(([name, value]) =>
      others.every((row) => JSON.stringify(row[name]) === JSON.stringify(value)),
    ),
  );
}

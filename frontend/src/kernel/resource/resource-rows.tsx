// The rows of a resource as a sortable table. There are many rows, so all props of a row are
// memoized: a row re-renders only when one of them changes.
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router';
import { useAccess } from '~/kernel/access/access';
import { useText } from '~/kernel/i18n/i18n';
import { RowButton } from '~/kernel/table/data-row';
import { DataTable } from '~/kernel/table/data-table';
import { SortMenu } from '~/kernel/table/sort-menu';
import { useDensity } from '~/kernel/table/table-preferences';
import type { Parameters } from '~/kernel/url/list-state';
import { DisabledReason } from '~/ui/disabled-reason';
import { DeleteIcon, EditIcon } from '~/ui/icons';
import { BulkBar } from './bulk-bar';
import { columnOf, widthOfFirst } from './column';
import {
  columnsInOrder,
  isShown,
  type BulkRequest,
  type ListQuery,
  type Page,
  type Resource,
  type ResourceRecord,
} from './definition';
import { useListColumns } from './list-columns';
import { refusalOf } from './refusal';
import { onRemoved } from './removed';
import classes from './resource-table.module.css';
import { DIALOG_STATE } from './use-dialog-route';
import { useRemove } from './use-remove';

/** Width of the checkbox before the first value, in selectable rows. */
const CHECK_SPACE = 26;

interface ResourceRowsProps<Row extends ResourceRecord> {
  resource: Resource<Row>;
  page: Page<Row> | undefined;
  /** Number of placeholder rows during the first load. */
  expectedRows: number;
  /** The filters of the list. */
  matching: ListQuery;
  /** Called with the bulk action that the user requests. */
  onBulk: (asked: BulkRequest) => void;
  sort: string | undefined;
  onChange: (changes: Parameters) => void;
  stale: boolean;
  /** Next to the sort menu. */
  above: ReactNode;
}

export function ResourceRows<Row extends ResourceRecord>(props: ResourceRowsProps<Row>) {
  const { resource, page, sort, onChange } = props;
  const t = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [density] = useDensity();
  const { choice, order } = useListColumns(resource.key);
  const remove = useRemove(resource);
  const [selected, setSelected] = useState<readonly number[]>([]);
  useEffect(
    () =>
      onRemoved((key, id) => {
        if (key === resource.key) setSelected((now) => now.filter((other) => other !== id));
      }),
    [resource.key],
  );
  const matching = JSON.stringify(props.matching);
  const [selectedOf, setSelectedOf] = useState(matching);
  if (selectedOf !== matching) {
    // Other filters may hide selected rows, and an action must not reach rows that nobody sees.
    if (selected.length > 0) setSelected([]);
    // Until the new rows arrive, the old ones are shown. They cannot be selected either.
    if (!props.stale) setSelectedOf(matching);
  }
  const access = useAccess(resource.path);
  const isBulk = resource.bulk !== undefined && (access.update || access.delete);
  // Who may change and delete nothing can still print what is selected, for example.
  const Selection = isBulk ? undefined : resource.slots?.selection;
  const isSelected = Selection !== undefined || isBulk;
  const rows = page?.data;
  const columns = useMemo(() => {
    const onSort = (next: string) => {
      onChange({ sort: next });
    };
    const fields = columnsInOrder(resource.fields, order);
    const all = fields.flatMap((field) => columnOf(field, t(field.label), sort, onSort));
    // The first column identifies the row, so its names are not truncated up to a limit.
    const [identifying] = all;
    if (identifying)
      identifying.width =
        widthOfFirst(identifying.width, rows?.map(resource.nameOf), fields[0]) +
        (isSelected ? CHECK_SPACE : 0);
    return all;
  }, [resource, order, rows, sort, onChange, t, isSelected]);
  const hidden = useMemo(
    () => resource.fields.filter((field) => !isShown(field, choice)).map((field) => field.name),
    [resource, choice],
  );
  const hrefOf = useCallback(
    (record: Row, dialog = '') =>
      createPath({
        pathname: `${resource.path}/${String(resource.idOf(record))}${dialog}`,
        search: resource.detailIsPage ? '' : search,
      }),
    [resource, search],
  );
  const open = useCallback(
    (record: Row) => void navigate(hrefOf(record), { state: DIALOG_STATE }),
    [navigate, hrefOf],
  );
  const actionsOf = useCallback(
    (record: Row) => (
      <RowActions
        record={record}
        name={resource.nameOf(record)}
        onEdit={() => {
          void navigate(hrefOf(record, '/edit'), { state: DIALOG_STATE });
        }}
        onRemove={() => {
          remove(record);
        }}
      />
    ),
    [resource, navigate, hrefOf, remove],
  );
  // A stable function, so that a selection re-renders only the row concerned.
  const toggle = useCallback(
    (record: Row) => {
      const id = resource.idOf(record);
      setSelected((now) => (now.includes(id) ? now.filter((other) => other !== id) : [...now, id]));
    },
    [resource],
  );
  const selection = useMemo(
    () =>
      isSelected
        ? {
            has: (record: Row) => selected.includes(resource.idOf(record)),
            labelOf: (record: Row) => t('table.select', { name: resource.nameOf(record) }),
            toggle,
          }
        : undefined,
    [isSelected, resource, selected, toggle, t],
  );
  const marks = { selected, onPage: rows?.map(resource.idOf) ?? [], onSelect: setSelected };
  return (
    <>
      <div className={classes.above}>
        {isSelected && (
          <div className={classes.selection}>
            {Selection ? (
              <Selection {...marks} />
            ) : (
              <BulkBar
                {...marks}
                resource={resource}
                matching={props.matching}
                page={page}
                onAsk={props.onBulk}
              />
            )}
          </div>
        )}
        {props.above}
        <SortMenu columns={columns} />
      </div>
      <DataTable
        label={t(resource.title)}
        columns={columns}
        hidden={hidden}
        rows={rows}
        expectedRows={props.expectedRows}
        rowId={resource.idOf}
        hrefOf={hrefOf}
        onOpen={open}
        density={density}
        selection={selection}
        stale={props.stale}
        {...(resource.api.update && {
          rowActions: { header: t('table.actions'), render: actionsOf },
        })}
      />
    </>
  );
}

interface RowActionsProps {
  record: ResourceRecord;
  name: string;
  onEdit: () => void;
  onRemove: () => void;
}

function RowActions({ record, name, onEdit, onRemove }: RowActionsProps) {
  const t = useText();
  return (
    <>
      <DisabledReason reason={refusalOf(record.can?.update)}>
        {(refused) => (
          <RowButton label={t('action.editNamed', { name })} onClick={onEdit} {...refused}>
            <EditIcon size={16} stroke={1.6} />
          </RowButton>
        )}
      </DisabledReason>
      <DisabledReason reason={refusalOf(record.can?.delete)}>
        {(refused) => (
          <RowButton label={t('action.deleteNamed', { name })} onClick={onRemove} {...refused}>
            <DeleteIcon size={16} stroke={1.6} />
          </RowButton>
        )}
      </DisabledReason>
    </>
  );
}

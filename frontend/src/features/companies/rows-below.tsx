// The newest rows of another screen that belong to a company, with a link to all of them.
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { QueryError } from '~/kernel/errors/query-error';
import { NOTHING } from '~/kernel/field/nothing';
import { formatNumber } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { DataTable, type DataColumn } from '~/kernel/table/data-table';
import { useDensity } from '~/kernel/table/table-preferences';
import { EmptyIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { StateMessage } from '~/ui/state-message';
import { textWidth } from '~/ui/text-width';

const AT_ONCE = 20;
/** The padding of a column head, as in lists. */
const CELL_SPACE = 24;

interface Found<Row> {
  data: Row[];
  total: number;
  totalIsExact: boolean;
}

interface RowsBelowProps<Row extends object> {
  /** Name of the rows in query keys. */
  name: string;
  companyId: number;
  label: string;
  list: (query: { pageSize: number }, signal: AbortSignal) => Promise<Found<Row>>;
  columns: readonly DataColumn<Row>[];
  idOf: (row: Row) => number;
  hrefOf: (row: Row) => string;
  /** Links to the complete lists. */
  more: readonly { label: string; href: string }[];
}

export function RowsBelow<Row extends object>(props: RowsBelowProps<Row>) {
  const { name, companyId, label, list, hrefOf, more } = props;
  const t = useText();
  const navigate = useNavigate();
  const [density] = useDensity();
  const found = useQuery({
    queryKey: [name, 'list', 'of-company', companyId],
    queryFn: ({ signal }) => list({ pageSize: AT_ONCE }, signal),
  });
  const columns = props.columns.map((column) => ({
    ...column,
    width: Math.max(column.width, textWidth(column.header, 600, 13) + CELL_SPACE),
    cell: (row: Row) => column.cell(row) ?? NOTHING,
  }));
  if (found.isError) return <QueryError error={found.error} retry={() => void found.refetch()} />;
  if (found.data?.data.length === 0) {
    return (
      <StateMessage
        icon={EmptyIcon}
        title={t('state.empty')}
        // Records are created there.
        actions={more.map(({ label: to, href }) => (
          <Button key={href} component={Link} to={href} variant="default">
            {to}
          </Button>
        ))}
      >
        {t('state.emptyHint')}
      </StateMessage>
    );
  }
  const total = found.data && formatNumber(found.data.total);
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        hidden={[]}
        rows={found.data?.data}
        expectedRows={5}
        rowId={props.idOf}
        hrefOf={hrefOf}
        onOpen={(row) => void navigate(hrefOf(row))}
        density={density}
        stale={false}
      />
      <Group justify="space-between" gap="sm" mt="sm">
        <Text size="sm" c="dimmed" role="status">
          {found.data &&
            t('pager.range', {
              first: formatNumber(1),
              last: formatNumber(found.data.data.length),
              total: found.data.totalIsExact ? (total ?? '') : `${total ?? ''}+`,
            })}
        </Text>
        <Group gap="md">
          {more.map(({ label: to, href }) => (
            <Anchor key={href} component={Link} to={href} size="sm">
              {to}
            </Anchor>
          ))}
        </Group>
      </Group>
    </>
  );
}

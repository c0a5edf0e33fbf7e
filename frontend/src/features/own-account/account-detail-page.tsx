// The user's own account: role and permissions in words, and recent activity.
import '@mantine/core/styles/Table.css';
import { Group, Skeleton, Stack, Table, Text } from '@mantine/core';
import { call, type Answer } from '~/domain/client';
import { QueryError } from '~/kernel/errors/query-error';
import { NOTHING } from '~/kernel/field/nothing';
import { formatDateTime, formatList, formatNumber } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { MoreButton } from '~/kernel/pages/more-button';
import { usePages } from '~/kernel/pages/use-pages';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { useMe, useMenu, type Me } from '~/kernel/session/account';
import { useMenuName } from '~/kernel/session/menu-name';
import { SignInList } from '~/kernel/session/sign-in-list';
import { PageHeader } from '~/ui/page-header';
import { AccountFacts } from './account-facts';
import classes from './account-settings-page.module.css';
import { OwnSite } from './own-site';
import { ACCOUNT_DETAIL } from './screens';
import { Section } from './section';

const AT_ONCE = 10;
const ACTIONS = ['read', 'create', 'update', 'delete'] as const;
/** The period that the server returns. */
const DAYS = 90;

type MenuItem = Answer<'ListMenuItems'>[number];

export function Component() {
  const t = useText();
  const me = useMe();
  usePageTitle(t(ACCOUNT_DETAIL.title));
  const recent = (title: string) => `${title} · ${t('field.lastDays', { days: DAYS })}`;
  return (
    <>
      <PageHeader title={t(ACCOUNT_DETAIL.title)} />
      <div className={classes.columns}>
        <Section title={t('account.mine')}>
          {me.isPending && <Skeleton height={160} />}
          {me.isError && <QueryError error={me.error} retry={() => void me.refetch()} />}
          {me.data && <AccountFacts me={me.data} />}
        </Section>
        {me.data?.role === 'OPERATOR' && (
          <Section title={t('operator.ownSite')}>
            <OwnSite />
          </Section>
        )}
        <Section title={recent(t('staff.signIns'))}>
          <SignInList
            queryKey={['account', 'sign-ins']}
            ask={(query, signal) => call('ListOwnSignIns', { query }, signal)}
          />
        </Section>
        <Section title={recent(t('account.read'))}>
          <Readings />
        </Section>
        <Section title={t('account.mayDo')} wide>
          {me.data && <MayDo me={me.data} />}
        </Section>
      </div>
    </>
  );
}

/** The screens of the menu, in its order, each with the permitted actions. */
function MayDo({ me }: { me: Me }) {
  const t = useText();
  const menu = useMenu();
  const nameOf = useMenuName();
  if (menu.isPending) return <FieldsSkeleton />;
  if (menu.isError) return <QueryError error={menu.error} retry={() => void menu.refetch()} />;
  const held = new Map(me.permissionGroup.allowedMenuItems.map((item) => [item.menuItemId, item]));
  const inOrder = (items: readonly MenuItem[]): MenuItem[] =>
    items.flatMap((item) => [item, ...inOrder(item.childrenMenuItems)]);
  const rows = inOrder(menu.data).flatMap((item) => {
    const allowed = held.get(item.id);
    // Headings have no page of their own.
    if (!allowed || item.childrenMenuItems.length > 0) return [];
    const actions = ACTIONS.filter((action) => action === 'read' || allowed[action]);
    return [{ item, actions: formatList(actions.map((action) => t(`permission.${action}`))) }];
  });
  if (rows.length === 0) return <Text c="dimmed">{t('account.mayNothing')}</Text>;
  return (
    <dl className={classes.facts}>
      {rows.map(({ item, actions }) => (
        <div key={item.id}>
          <dt>{nameOf(item)}</dt>
          <dd>{actions}</dd>
        </div>
      ))}
    </dl>
  );
}

function Readings() {
  const t = useText();
  const readings = usePages(['account', 'access-logs'], (page, signal) =>
    call('ListOwnAccessLogs', { query: { page, pageSize: AT_ONCE } }, signal),
  );
  if (readings.isPending) return <FieldsSkeleton />;
  if (readings.isError)
    return <QueryError error={readings.error} retry={() => void readings.refetch()} />;
  const { rows } = readings;
  if (rows.length === 0) return <Text c="dimmed">{t('account.readNothing')}</Text>;
  return (
    <Stack gap="xs">
      {/* Scrollable by keyboard, too. */}
      <Table.ScrollContainer
        minWidth={360}
        type="native"
        tabIndex={0}
        role="region"
        aria-label={t('account.read')}
      >
        <Table fz="sm" verticalSpacing={6} horizontalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('log.when')}</Table.Th>
              <Table.Th>{t('log.what')}</Table.Th>
              <Table.Th>{t('log.whose')}</Table.Th>
              <Table.Th>{t('log.reason')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.accessLogId}>
                <Table.Td className={classes.when}>
                  <time dateTime={row.createdAt}>{formatDateTime(row.createdAt)}</time>
                </Table.Td>
                <Table.Td>
                  {textIfKnown(`log.action.${row.action}`)}
                  {row.list !== null && <> · {textIfKnown(row.list) ?? row.list}</>}
                </Table.Td>
                <Table.Td>
                  {row.memberName ??
                    row.userName ??
                    (row.persons === null
                      ? NOTHING
                      : `${t('log.persons')} ${formatNumber(row.persons)}`)}
                </Table.Td>
                <Table.Td>{row.reason ?? NOTHING}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group justify="center">
        <MoreButton pages={readings} />
      </Group>
    </Stack>
  );
}

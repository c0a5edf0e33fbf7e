// The tabs of a company that show rows of other screens. They use the calls of those screens,
// filtered by the company.
import { call } from '~/domain/client';
import { useAccess } from '~/kernel/access/access';
import { formatDate, formatDateTime, formatNumber } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import type { RecordTab } from '~/kernel/resource/record-tabs';
import {
  COMPANY_APPS_PATH,
  MANAGERS_PATH,
  MEMBERS_PATH,
  OPERATORS_PATH,
} from '~/kernel/screen/known-paths';
import type { DataColumn } from '~/kernel/table/data-table';
import { SCREENS, type Company } from './company-resource';
import { RowsBelow } from './rows-below';
import { DEALERS, RETAILERS } from './screens';

/** The fields that managers and operators share. */
interface StaffRow {
  name: string;
  loginId: string;
  companyName: string | null;
}

/** Returns the tabs that the user may see, in display order. */
export function useCompanyTabs({ type, companyId }: Company): RecordTab[] {
  const t = useText();
  const dealers = useAccess(DEALERS.path).read && type === 'VENDOR';
  const retailers = useAccess(RETAILERS.path).read && type !== 'RETAILER';
  const managers = useAccess(MANAGERS_PATH).read;
  const operators = useAccess(OPERATORS_PATH).read;
  const members = useAccess(MEMBERS_PATH).read;
  const apps = useAccess(COMPANY_APPS_PATH).read;
  const time = (at: string) => <time dateTime={at}>{formatDateTime(at)}</time>;
  const registered = { id: 'createdAt', header: t('company.createdAt'), width: 140 };
  const ofStaff: DataColumn<StaffRow>[] = [
    { id: 'name', header: t('account.name'), width: 160, cell: (row) => row.name },
    { id: 'loginId', header: t('account.loginId'), width: 150, cell: (row) => row.loginId },
    { id: 'company', header: t('account.company'), width: 160, cell: (row) => row.companyName },
  ];
  const tabs: (RecordTab | false)[] = [
    (dealers || retailers) && {
      tab: 'companies',
      label: 'dependents.companies',
      panel: (
        <RowsBelow
          name="companies"
          companyId={companyId}
          label={t('dependents.companies')}
          list={(query, signal) =>
            call('ListCompanies', { query: { parentCompanyId: companyId, ...query } }, signal)
          }
          idOf={(row) => row.companyId}
          hrefOf={(row) => `${SCREENS[row.type].path}/${String(row.companyId)}`}
          more={[...(dealers ? [DEALERS] : []), ...(retailers ? [RETAILERS] : [])].map(
            ({ path, title }) => ({
              label: `${t(title)}: ${t('company.seeAll')}`,
              href: `${path}?parentCompanyId=${String(companyId)}`,
            }),
          )}
          columns={[
            { id: 'name', header: t('company.name'), width: 200, cell: (row) => row.name },
            {
              id: 'type',
              header: t('account.role'),
              width: 90,
              cell: (row) => t(SCREENS[row.type].title),
            },
            {
              id: 'representativeName',
              header: t('company.representative'),
              width: 110,
              cell: (row) => row.representativeName,
            },
            {
              id: 'memberCount',
              header: t('company.members'),
              width: 90,
              align: 'end',
              cell: (row) => formatNumber(row.memberCount),
            },
            { ...registered, cell: (row) => time(row.createdAt) },
          ]}
        />
      ),
    },
    managers && {
      tab: 'managers',
      label: 'manager.title',
      panel: (
        <RowsBelow
          name="managers"
          companyId={companyId}
          label={t('manager.title')}
          list={(query, signal) => call('ListManagers', { query: { companyId, ...query } }, signal)}
          idOf={(row) => row.managerId}
          hrefOf={(row) => `${MANAGERS_PATH}/${String(row.managerId)}`}
          more={[seeAll(MANAGERS_PATH)]}
          columns={[
            ...ofStaff,
            {
              id: 'status',
              header: t('staff.status'),
              width: 90,
              cell: (row) => textIfKnown(`staff.status.${row.status}`),
            },
            { ...registered, cell: (row) => time(row.createdAt) },
          ]}
        />
      ),
    },
    operators && {
      tab: 'operators',
      label: 'operator.title',
      panel: (
        <RowsBelow
          name="operators"
          companyId={companyId}
          label={t('operator.title')}
          list={(query, signal) =>
            call('ListOperators', { query: { companyId, ...query } }, signal)
          }
          idOf={(row) => row.operatorId}
          hrefOf={(row) => `${OPERATORS_PATH}/${String(row.operatorId)}`}
          more={[seeAll(OPERATORS_PATH)]}
          columns={[
            ...ofStaff,
            {
              id: 'launchStatus',
              header: t('operator.launchStatus'),
              width: 90,
              cell: (row) => textIfKnown(`operator.launchStatus.${row.launchStatus}`),
            },
            { ...registered, cell: (row) => time(row.createdAt) },
          ]}
        />
      ),
    },
    members && {
      tab: 'members',
      label: 'member.title',
      panel: (
        <RowsBelow
          name="members"
          companyId={companyId}
          label={t('member.title')}
          list={(query, signal) => call('ListMembers', { query: { companyId, ...query } }, signal)}
          idOf={(row) => row.memberId}
          hrefOf={(row) => `${MEMBERS_PATH}/${String(row.memberId)}`}
          more={[seeAll(MEMBERS_PATH)]}
          columns={[
            { id: 'name', header: t('member.name'), width: 160, cell: (row) => row.name },
            { id: 'number', header: t('member.number'), width: 120, cell: (row) => row.memberNo },
            {
              id: 'company',
              header: t('member.company'),
              width: 160,
              cell: (row) => row.companyName,
            },
            {
              id: 'phone',
              header: t('member.phone'),
              width: 130,
              cell: (row) => row.phoneNumber,
            },
            { ...registered, cell: (row) => time(row.createdAt) },
          ]}
        />
      ),
    },
    apps && {
      tab: 'apps',
      label: 'company.apps',
      panel: (
        <RowsBelow
          name="company-user-apps"
          companyId={companyId}
          label={t('company.apps')}
          list={(query, signal) =>
            call('ListCompanyUserApps', { query: { companyId, ...query } }, signal)
          }
          idOf={(row) => row.companyUserAppId}
          hrefOf={(row) => `${COMPANY_APPS_PATH}/${String(row.companyUserAppId)}`}
          more={[seeAll(COMPANY_APPS_PATH)]}
          columns={[
            { id: 'app', header: t('companyApp.app'), width: 180, cell: (row) => row.userAppName },
            {
              id: 'company',
              header: t('member.company'),
              width: 160,
              cell: (row) => row.companyName,
            },
            {
              id: 'startsOn',
              header: t('companyApp.startsOn'),
              width: 110,
              cell: (row) => formatDate(row.startsOn),
            },
            {
              id: 'endsOn',
              header: t('companyApp.endsOn'),
              width: 110,
              cell: (row) => (row.endsOn === null ? null : formatDate(row.endsOn)),
            },
            {
              id: 'activeUsers',
              header: t('companyApp.activeUsers'),
              width: 110,
              align: 'end',
              cell: (row) => formatNumber(row.activeUsers),
            },
            {
              id: 'users',
              header: t('companyApp.users'),
              width: 100,
              align: 'end',
              cell: (row) => formatNumber(row.users),
            },
          ]}
        />
      ),
    },
  ];
  return tabs.filter((tab) => tab !== false);

  function seeAll(path: string) {
    return { label: t('company.seeAll'), href: `${path}?companyId=${String(companyId)}` };
  }
}

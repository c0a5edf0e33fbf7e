// One company: what it is, what stands below it, who works and is measured there, and its systems. Each of these is a
// tab of the address, asked for when it is opened, and only there for whoever may read the screen that it comes from.
import '~/kernel/resource/resource-styles';
import { Anchor, Button, Paper, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { Link, Outlet, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useAccess } from '~/kernel/access/access';
import { isNotFound } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import type { CompanyType } from '~/kernel/field/company-kind';
import { useText } from '~/kernel/i18n/i18n';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { FieldList, FieldsSkeleton } from '~/kernel/resource/field-list';
import { RecordElsewhere, RecordMissing } from '~/kernel/resource/record-missing';
import { refusalOf } from '~/kernel/resource/refusal';
import { RevisionList } from '~/kernel/resource/revision-list';
import { DIALOG_STATE, useRecordId } from '~/kernel/resource/use-dialog-route';
import { useRemove } from '~/kernel/resource/use-remove';
import { DisabledReason } from '~/ui/disabled-reason';
import { AscendingIcon, DeleteIcon, EditIcon } from '~/ui/icons';
import { PageHeader } from '~/ui/page-header';
import classes from './company-page.module.css';
import { companies, SCREENS, TIER_ABOVE, type Company } from './company-resource';
import { CompanyDivisions } from './company-divisions';
import { CompanyCredentials } from './company-credentials';
import { useCompanyTabs } from './company-tabs';

const TIERS = Object.keys(SCREENS) as CompanyType[];

/** The three screens share this page; its address says whose it is. */
function tierOf(pathname: string): CompanyType {
  return TIERS.find((tier) => pathname.startsWith(SCREENS[tier].path)) ?? 'VENDOR';
}

export function Component() {
  const t = useText();
  const { pathname } = useLocation();
  const tier = tierOf(pathname);
  const resource = useMemo(() => companies(tier), [tier]);
  const id = useRecordId();
  const company = useQuery({
    queryKey: [resource.key, 'detail', id],
    queryFn: ({ signal }) =>
      resource.api.get && id !== undefined
        ? resource.api.get(id, signal)
        : Promise.reject(new Error('No such call')),
    enabled: id !== undefined,
  });
  const record = company.data;
  usePageTitle(record?.name ?? t(resource.title));
  if (id === undefined || isNotFound(company.error)) {
    return <RecordMissing list={resource.path} wholePage />;
  }
  const home = record && resource.homeOf?.(record);
  if (company.isError) {
    return <QueryError error={company.error} retry={() => void company.refetch()} />;
  }
  // Who has just moved it up looks on until that is done.
  const isOpen = !home || pathname.endsWith('/upgrade');
  return (
    <>
      {home ? (
        <RecordElsewhere home={home} list={resource.path} />
      ) : (
        <CompanyBody resource={resource} id={id} company={record} />
      )}
      {isOpen && <Outlet context={resource} />}
    </>
  );
}

interface CompanyBodyProps {
  resource: ReturnType<typeof companies>;
  id: number;
  company: Company | undefined;
}

function CompanyBody({ resource, id, company: record }: CompanyBodyProps) {
  const t = useText();
  const navigate = useNavigate();
  const remove = useRemove(resource);
  return (
    <>
      <Anchor component={Link} to={resource.path} size="sm">
        {t(resource.title)}
      </Anchor>
      <PageHeader
        title={record?.name ?? '…'}
        description={record?.parentCompanyName}
        actions={
          record && (
            <>
              <UpgradeButton company={record} />
              <DisabledReason reason={refusalOf(record.can.delete)}>
                {(refused) => (
                  <Button
                    variant="default"
                    leftSection={<DeleteIcon size={16} stroke={1.6} aria-hidden />}
                    onClick={() => {
                      if (!refused['data-disabled'])
                        remove(record, () => void navigate(resource.path));
                    }}
                    {...refused}
                  >
                    {t('action.delete')}
                  </Button>
                )}
              </DisabledReason>
              <DisabledReason reason={refusalOf(record.can.update)}>
                {(refused) => (
                  <Button
                    leftSection={<EditIcon size={16} stroke={1.6} aria-hidden />}
                    onClick={() => {
                      if (!refused['data-disabled']) void navigate('edit', { state: DIALOG_STATE });
                    }}
                    {...refused}
                  >
                    {t('action.edit')}
                  </Button>
                )}
              </DisabledReason>
            </>
          )
        }
      />
      <Paper withBorder className={classes.tabs}>
        {record ? <CompanyTabs key={id} company={record} /> : <FieldsSkeleton />}
      </Paper>
    </>
  );
}

/** For who may change companies of both tiers. */
function UpgradeButton({ company }: { company: Company }) {
  const t = useText();
  const above = TIER_ABOVE[company.type];
  const access = useAccess(SCREENS[above ?? company.type].path);
  if (!above || !access.update || !company.can.update.allowed) return null;
  return (
    <Button
      component={Link}
      to="upgrade"
      state={DIALOG_STATE}
      variant="default"
      leftSection={<AscendingIcon size={16} stroke={1.6} aria-hidden />}
    >
      {t('company.upgrade')}
    </Button>
  );
}

function CompanyTabs({ company }: { company: Company }) {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const resource = useMemo(() => companies(company.type), [company.type]);
  const lists = useCompanyTabs(company);
  const access = useAccess(SCREENS[company.type].path);
  const tabs = ['facts', ...lists.map(({ tab }) => tab), 'divisions', 'credentials', 'history'];
  const asked = search.get('tab') ?? 'facts';
  const opened = tabs.includes(asked) ? asked : 'facts';
  const list = useRef<HTMLDivElement>(null);
  // On a phone the line of tabs is longer than the screen.
  useEffect(() => {
    const tab = list.current?.querySelector('[aria-selected="true"]');
    const line = list.current?.getBoundingClientRect();
    const own = tab?.getBoundingClientRect();
    if (!line || !own) return;
    if (own.left < line.left || own.right > line.right) {
      list.current?.scrollBy({ left: own.left - line.left - (line.width - own.width) / 2 });
    }
  }, [opened]);
  return (
    <Tabs
      value={opened}
      onChange={(tab) => {
        setSearch(tab === null || tab === 'facts' ? {} : { tab }, { replace: true });
      }}
      keepMounted={false}
    >
      <Tabs.List ref={list} mb="sm" className={classes.list}>
        <Tabs.Tab value="facts">{t('detail.fields')}</Tabs.Tab>
        {lists.map(({ tab, label }) => (
          <Tabs.Tab key={tab} value={tab}>
            {t(label)}
          </Tabs.Tab>
        ))}
        <Tabs.Tab value="divisions">{t('division.title')}</Tabs.Tab>
        <Tabs.Tab value="credentials">{t('company.credentials')}</Tabs.Tab>
        <Tabs.Tab value="history">{t('detail.revisions')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="facts">
        <FieldList fields={resource.fields} record={company} />
      </Tabs.Panel>
      {lists.map(({ tab, panel }) => (
        <Tabs.Panel key={tab} value={tab}>
          {panel}
        </Tabs.Panel>
      ))}
      <Tabs.Panel value="divisions">
        <CompanyDivisions
          companyId={company.companyId}
          mayAdd={access.create}
          canMove={company.can.update.allowed}
          mayRemove={access.delete}
        />
      </Tabs.Panel>
      <Tabs.Panel value="credentials">
        <CompanyCredentials companyId={company.companyId} mayChange={company.can.update.allowed} />
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <RevisionList
          resource={resource}
          id={company.companyId}
          changeable={company.can.update.allowed ? company : undefined}
        />
      </Tabs.Panel>
    </Tabs>
  );
}

// One company: what it is, what stands below it, who works and is measured there, and its systems. Each of these is a
// tab of the address, asked for when it is opened, and only there for whoever may read the screen that it comes from.
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { useAccess } from '~/kernel/access/access';
import type { CompanyType } from '~/kernel/field/company-kind';
import { FieldList } from '~/kernel/resource/field-list';
import { RecordPage } from '~/kernel/resource/record-page';
import { RecordTabs } from '~/kernel/resource/record-tabs';
import { RevisionList } from '~/kernel/resource/revision-list';
import { CompanyCredentials } from './company-credentials';
import { CompanyDivisions } from './company-divisions';
import { companies, SCREENS, type Company } from './company-resource';
import { useCompanyTabs } from './company-tabs';

const TIERS = Object.keys(SCREENS) as CompanyType[];

/** The three screens share this page; its address says whose it is. */
function tierOf(pathname: string): CompanyType {
  return TIERS.find((tier) => pathname.startsWith(SCREENS[tier].path)) ?? 'VENDOR';
}

export function Component() {
  const tier = tierOf(useLocation().pathname);
  const resource = useMemo(() => companies(tier), [tier]);
  return (
    <RecordPage resource={resource} description={(company) => company.parentCompanyName}>
      {(company) => <CompanyTabs company={company} />}
    </RecordPage>
  );
}

function CompanyTabs({ company }: { company: Company }) {
  const { type, companyId, can } = company;
  const resource = useMemo(() => companies(type), [type]);
  const lists = useCompanyTabs(company);
  const access = useAccess(SCREENS[type].path);
  return (
    <RecordTabs
      tabs={[
        {
          tab: 'facts',
          label: 'detail.fields',
          panel: <FieldList fields={resource.fields} record={company} />,
        },
        ...lists,
        {
          tab: 'divisions',
          label: 'division.title',
          panel: <CompanyDivisions companyId={companyId} mayAdd={access.create} />,
        },
        {
          tab: 'credentials',
          label: 'company.credentials',
          panel: <CompanyCredentials companyId={companyId} mayChange={can.update.allowed} />,
        },
        {
          tab: 'history',
          label: 'detail.revisions',
          panel: (
            <RevisionList
              resource={resource}
              id={companyId}
              changeable={can.update.allowed ? company : undefined}
            />
          ),
        },
      ]}
    />
  );
}

// The page of a company: its fields, child companies, staff, members and credentials. Each is a tab
// that is loaded when it is opened, and exists only for users who may read the screen it comes
// from.
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { useAccess } from '~/kernel/access/access';
import type { CompanyType } from '~/kernel/field/company-kind';
import { FieldList } from '~/kernel/resource/field-list';
import { useText } from '~/kernel/i18n/i18n';
import { RecordAuthors } from '~/kernel/resource/record-authors';
import { RecordPage } from '~/kernel/resource/record-page';
import { RecordTabs } from '~/kernel/resource/record-tabs';
import { RevisionList } from '~/kernel/resource/revision-list';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { AscendingIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { CompanyCredentials } from './company-credentials';
import { CompanyDivisions } from './company-divisions';
import { companies, SCREENS, TIER_ABOVE, type Company } from './company-resource';
import { useCompanyTabs } from './company-tabs';

const TIERS = Object.keys(SCREENS) as CompanyType[];

/** The three screens share this page. Its address determines the tier. */
function tierOf(pathname: string): CompanyType {
  return TIERS.find((tier) => pathname.startsWith(SCREENS[tier].path)) ?? 'VENDOR';
}

export function Component() {
  const { pathname } = useLocation();
  const tier = tierOf(pathname);
  const resource = useMemo(() => companies(tier), [tier]);
  return (
    <RecordPage
      resource={resource}
      description={(company) => company.parentCompanyName}
      actions={(company) => <UpgradeButton company={company} />}
      // The user who has started an upgrade watches it until it is done.
      staysOpen={pathname.endsWith('/upgrade')}
    >
      {(company) => <CompanyTabs company={company} />}
    </RecordPage>
  );
}

/** For users who may change companies of both tiers. */
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
          panel: (
            <>
              <FieldList fields={resource.fields} record={company} />
              <RecordAuthors record={company} />
            </>
          ),
        },
        ...lists,
        {
          tab: 'divisions',
          label: 'division.title',
          panel: (
            <CompanyDivisions
              companyId={companyId}
              mayAdd={access.create}
              canMove={can.update.allowed}
              mayRemove={access.delete}
            />
          ),
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

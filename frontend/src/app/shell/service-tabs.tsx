// The service tabs above pages whose figures can be filtered by service.
import { Tabs } from '@mantine/core';
import { useAtom } from 'jotai';
import { useLocation } from 'react-router';
import { useText } from '~/kernel/i18n/i18n';
import { useAllowedServices } from '~/kernel/session/account';
import { ALL_SERVICES_ID, selectedServiceAtom } from '~/kernel/session/selected-service';
import classes from './service-tabs.module.css';

const PAGES_BY_SERVICE = [
  '/',
  '/dashboard',
  '/statistics/service_app_member_statistics',
  '/statistics/member_type_by_service_app',
];

export function ServiceTabs() {
  const t = useText();
  const { pathname } = useLocation();
  const services = useAllowedServices();
  const [selected, select] = useAtom(selectedServiceAtom);
  if (!PAGES_BY_SERVICE.includes(pathname) || services.length < 2) return null;
  const tabs = [{ id: ALL_SERVICES_ID, name: t('shell.allServices') }, ...services];
  return (
    <Tabs
      value={String(selected)}
      onChange={(id) => {
        select(Number(id));
      }}
      classNames={{ root: classes.root, list: classes.list, tab: classes.tab }}
    >
      <Tabs.List aria-label={t('shell.services')}>
        {tabs.map(({ id, name }) => (
          <Tabs.Tab key={id} value={String(id)}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}

// The list of a resource. Its address holds filters, sort order and page; its dialogs are child
// routes.
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useAccess } from '~/kernel/access/access';
import { useText } from '~/kernel/i18n/i18n';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { useScreenName } from '~/kernel/session/menu-name';
import { useListState } from '~/kernel/url/list-state';
import { DeleteIcon, PlusIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { PageHeader } from '~/ui/page-header';
import { useShortcut } from '~/ui/use-shortcut';
import type { Resource, ResourceRecord } from './definition';
import { ExportButton } from './export-button';
import { FilterBar } from './filter-bar';
import { checkedFilters } from './list-query';
import { ResourceTable } from './resource-table';
import { DIALOG_STATE } from './use-dialog-route';
import { ViewMenu } from './view-menu';
import { useViews } from './views';
import { ViewsMenu } from './views-menu';

export function ResourceList<Row extends ResourceRecord>({
  resource,
}: {
  resource: Resource<Row>;
}) {
  const t = useText();
  const { search } = useLocation();
  const { state, change, clear } = useListState();
  const access = useAccess(resource.path);
  const views = useViews(resource);
  const filters = useRef<HTMLDivElement>(null);
  const name = useScreenName(resource);
  usePageTitle(name);
  useShortcut('/', () => filters.current?.querySelector('input')?.focus());

  const { actions: Actions, whenEmpty: WhenEmpty } = resource.slots ?? {};
  const register = resource.api.create && access.create && resource.texts && (
    <Button
      component={Link}
      to={{ pathname: `${resource.path}/new`, search }}
      state={DIALOG_STATE}
      leftSection={<PlusIcon size={16} stroke={2} aria-hidden />}
    >
      {t(resource.texts.create)}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={name}
        actions={
          <>
            {resource.bin !== undefined && access.delete && (
              <Button
                component={Link}
                to={{ pathname: `${resource.path}/deleted`, search }}
                state={DIALOG_STATE}
                variant="default"
                leftSection={<DeleteIcon size={16} stroke={1.6} aria-hidden />}
              >
                {t('deleted.title')}
              </Button>
            )}
            <ExportButton resource={resource} />
            {Actions && <Actions />}
            {register}
          </>
        }
      />
      <div ref={filters}>
        <FilterBar
          fields={resource.fields}
          values={state.filters}
          onChange={change}
          onClear={clear}
          errors={checkedFilters(resource, state).errors}
          views={<ViewsMenu list={resource.key} views={views} />}
        >
          <ViewMenu list={resource.key} fields={resource.fields} />
        </FilterBar>
      </div>
      {!views.isOpening && (
        <ResourceTable resource={resource} emptyAction={WhenEmpty ? <WhenEmpty /> : register} />
      )}
      <Outlet context={resource} />
    </>
  );
}

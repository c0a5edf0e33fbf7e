// A screen of the console. Each feature declares its screens in `screens.ts`; the router, the
// command palette, the menu and the home page read them. A page's code is loaded when it is first
// opened.
import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import type { Answer } from '~/domain/client';
import type { MessageKey } from '~/kernel/i18n/i18n';
import type { Area } from '~/locales/areas';

/** Loads the code of a page or a dialog, whose module exports only a component. */
export type LoadPage = () => Promise<{ Component: ComponentType }>;

/** A dialog is a child route of its page: a link opens it and Back closes it. */
export interface Dialog {
  /** Path below the page's address: `new`, `:id/edit`. */
  path: string;
  lazy: LoadPage;
  /** The text areas it needs, if not those of its page. */
  area?: Area | readonly Area[];
}

export interface Screen {
  /** Its address in the menu. */
  path: string;
  title: MessageKey;
  icon: Icon;
  page: LoadPage;
  /** The text areas that its pages and dialogs need besides the console's. */
  area?: Area | readonly Area[];
  dialogs?: readonly Dialog[];
  /** Titles of the forms and of the removal, if records are created here. */
  texts?: { create: MessageKey; edit: MessageKey; remove: MessageKey };
  /** The page of a record, if records have one instead of a dialog. */
  record?: RecordPage;
  /** The figure that the home page shows for this screen. */
  figure?: { name: keyof Answer<'GetDashboard'>['overview']; label: MessageKey };
  /** The screen is used daily, so the home page links to it. */
  isDaily?: true;
}

interface RecordPage {
  page: LoadPage;
  dialogs?: readonly Dialog[];
  /** Content of another feature below the record. */
  below?: ChildPage;
}

export interface ChildPage {
  page: LoadPage;
  /** The text areas it needs. */
  area?: Area | readonly Area[];
}

/** The `handle` of a screen's route. */
export interface ScreenHandle {
  area?: Area | readonly Area[] | undefined;
}

/** Returns the routes of a screen. */
export function routesOf({ path, page, area, dialogs = [], record }: Screen): RouteObject[] {
  const handle: ScreenHandle = { area };
  const route = { path: path.slice(1), lazy: page, handle, children: dialogs.map(over) };
  if (!record) return [route];
  const above = (record.dialogs ?? []).map(over);
  return [
    route,
    {
      path: `${route.path}/:id`,
      lazy: record.page,
      handle,
      children: record.below ? [under(record.below, above)] : above,
    },
  ];
}

function under({ page, area }: ChildPage, above: RouteObject[]): RouteObject {
  const handle: ScreenHandle = { area };
  return { path: '', lazy: page, handle, children: above };
}

function over({ path, lazy, area }: Dialog): RouteObject {
  const handle: ScreenHandle = { area };
  return { path, lazy, handle };
}

// A screen of the console. Each feature says in its `screens.ts` which it has; router, palette, menu and home know them
// from there. A page's code is loaded when it is first opened.
import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import type { Answer } from '~/domain/client';
import type { MessageKey } from '~/kernel/i18n/i18n';
import type { Area } from '~/locales/areas';

/** Fetches the code of a page or a dialog, whose file says no more than this. */
export type LoadPage = () => Promise<{ Component: ComponentType }>;

/** A dialog is a child route of its page: a link opens it and Back closes it. */
export interface Dialog {
  /** Below the page's address: `new`, `:id/edit`. */
  path: string;
  lazy: LoadPage;
  /** Whose texts it needs, where that is not its page's feature. */
  area?: Area | readonly Area[];
}

export interface Screen {
  /** Its address, as the menu has it. */
  path: string;
  title: MessageKey;
  icon: Icon;
  page: LoadPage;
  /** Whose texts its pages and dialogs need besides those of the console. */
  area?: Area | readonly Area[];
  dialogs?: readonly Dialog[];
  /** Titles of the forms and of the question before a removal, where records are registered here. */
  texts?: { create: MessageKey; edit: MessageKey; remove: MessageKey };
  /** The page of a single record, where that is more than a dialog. */
  record?: RecordPage;
  /** What home counts here. */
  figure?: { name: keyof Answer<'GetDashboard'>['overview']; label: MessageKey };
  /** What is done here is done day by day: home leads to it at once. */
  isDaily?: true;
}

interface RecordPage {
  page: LoadPage;
  dialogs?: readonly Dialog[];
  /** What another feature shows below the record. */
  below?: Below;
}

export interface Below {
  page: LoadPage;
  /** Whose texts it needs. */
  area?: Area | readonly Area[];
}

/** What is known of a screen's route besides. */
export interface ScreenHandle {
  area?: Area | readonly Area[] | undefined;
}

/** The routes of a screen, for the router. */
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

function under({ page, area }: Below, above: RouteObject[]): RouteObject {
  const handle: ScreenHandle = { area };
  return { path: '', lazy: page, handle, children: above };
}

function over({ path, lazy, area }: Dialog): RouteObject {
  const handle: ScreenHandle = { area };
  return { path, lazy, handle };
}

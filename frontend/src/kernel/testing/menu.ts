// A menu for tests, as the server returns it.
import type { Answer } from '~/domain/client';

type Item = Answer<'ListMenuItems'>[number];

let last = 0;

/** Creates an entry with its children. `url` is appended to the address of the parent entry. */
export function menuItem(url: string, name: string, below: Item[] = []): Item {
  last += 1;
  return {
    id: last,
    parentId: null,
    name,
    isNameGiven: true,
    url,
    fullUrl: url,
    unrestricted: false,
    childrenMenuItems: below.map((child) => under(url, child)),
  };
}

function under(above: string, item: Item): Item {
  return {
    ...item,
    fullUrl: above + item.fullUrl,
    childrenMenuItems: item.childrenMenuItems.map((child) => under(above, child)),
  };
}

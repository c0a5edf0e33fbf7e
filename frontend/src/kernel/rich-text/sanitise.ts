// Makes HTML harmless before it is shown or edited: formatting stays, everything that could act goes. The
// server has done the same already; here it is done again because this is where it would do harm.
import DOMPurify from 'dompurify';
import { alignmentOf, classOf } from './alignment';

// The same lists as on the server, so that a preview shows what will be kept.
const TAGS = [
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'div'],
  ...['b', 'strong', 'i', 'em', 'u', 's', 'del', 'ins', 'sub', 'sup', 'code'],
  ...['ul', 'ol', 'li', 'a', 'img'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'colgroup', 'col'],
];
/** What is no address; every other attribute's value has to look like an allowed one. */
const PLAIN_ATTRIBUTES = 'class title alt width height start colspan rowspan scope span'.split(' ');

/** Where a link may lead. Relative addresses are not among them: they would act in the reader's name here. */
const LINK = /^(?:https?:\/\/|mailto:)/i;
/** Pictures from elsewhere or of the text itself; SVG is left out, for it is a document and not a picture. */
const PICTURE = /^(?:https:\/\/|data:image\/(?:png|jpeg|gif|webp);base64,)/i;

export const RELATION = 'noopener noreferrer nofollow';

export function isAllowedLink(address: string): boolean {
  return LINK.test(address.trim());
}

export function isAllowedPicture(address: string): boolean {
  return PICTURE.test(address.trim());
}

// An instance of its own: its hooks touch no other use of the library.
const purifier = DOMPurify(window);

// How a text is aligned often comes as a style, which neither the rules here nor the page's policy allow.
purifier.addHook('beforeSanitizeAttributes', (element) => {
  // Texts come by as well, whatever the library's types say.
  if (!(element instanceof HTMLElement)) return;
  const alignment = alignmentOf(element);
  element.removeAttribute('class');
  if (alignment !== undefined) element.setAttribute('class', classOf(alignment));
});

purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName === 'A') finishLink(element);
  if (element.tagName === 'IMG') finishPicture(element);
});

function finishLink(element: Element): void {
  if (!isAllowedLink(element.getAttribute('href') ?? '')) {
    element.removeAttribute('href');
    return;
  }
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', RELATION);
}

function finishPicture(element: Element): void {
  if (!isAllowedPicture(element.getAttribute('src') ?? '')) {
    element.remove();
    return;
  }
  // Without the attribute a screen reader reads the address out.
  if (!element.hasAttribute('alt')) element.setAttribute('alt', '');
  element.setAttribute('loading', 'lazy');
  element.setAttribute('referrerpolicy', 'no-referrer');
}

const RULES = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: [...PLAIN_ATTRIBUTES, 'href', 'src'],
  ADD_URI_SAFE_ATTR: PLAIN_ATTRIBUTES,
  ALLOWED_URI_REGEXP: LINK,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** As nodes, ready to be shown: text that is parsed twice could become something else the second time. */
export function sanitise(html: string): DocumentFragment {
  return purifier.sanitize(html, { ...RULES, RETURN_DOM_FRAGMENT: true });
}

/** As text, for what takes text only. */
export function sanitisedHtml(html: string): string {
  return purifier.sanitize(html, RULES);
}

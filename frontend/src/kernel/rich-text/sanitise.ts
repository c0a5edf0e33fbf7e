// Sanitises HTML before it is shown or edited: formatting stays, active content is removed. The
// server has already done so; it is repeated here, where active content would do harm.
import DOMPurify from 'dompurify';
import { alignmentOf, classOf } from './alignment';

// The same lists as on the server, so that a preview shows what will be stored.
const TAGS = [
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'div'],
  ...['b', 'strong', 'i', 'em', 'u', 's', 'del', 'ins', 'sub', 'sup', 'code'],
  ...['ul', 'ol', 'li', 'a', 'img'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'colgroup', 'col'],
];
/** Attributes that are not URLs. The value of every other attribute must match an allowed URL. */
const PLAIN_ATTRIBUTES = 'class title alt width height start colspan rowspan scope span'.split(' ');

/**
 * Allowed link targets. Relative URLs are excluded: they would act in this origin on behalf of the
 * reader.
 */
const LINK = /^(?:https?:\/\/|mailto:)/i;
/**
 * External pictures or embedded ones. SVG is excluded, because it is a document and not a picture.
 */
const PICTURE = /^(?:https:\/\/|data:image\/(?:png|jpeg|gif|webp);base64,)/i;

export const RELATION = 'noopener noreferrer nofollow';

export function isAllowedLink(address: string): boolean {
  return LINK.test(address.trim());
}

export function isAllowedPicture(address: string): boolean {
  return PICTURE.test(address.trim());
}

// A separate instance, whose hooks affect no other use of the library.
const purifier = DOMPurify(window);

// Alignment often comes as a style, which neither these rules nor the content security policy
// allow.
purifier.addHook('beforeSanitizeAttributes', (element) => {
  // The hook also receives text nodes, contrary to the library's types.
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
  // Without the attribute, screen readers read the URL.
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

/** Returns DOM nodes: text that is parsed twice could change its meaning the second time. */
export function sanitise(html: string): DocumentFragment {
  return purifier.sanitize(html, { ...RULES, RETURN_DOM_FRAGMENT: true });
}

/** Returns text, for consumers that require it. */
export function sanitisedHtml(html: string): string {
  return purifier.sanitize(html, RULES);
}

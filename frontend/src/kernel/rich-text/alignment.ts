// Stores the alignment of a paragraph as a class: the page's content security policy allows no
// style attributes.
export const ALIGNMENTS = ['left', 'center', 'right', 'justify', 'start', 'end'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

/** Elements that can be aligned, the same as on the server. */
const ALIGNED = 'blockquote, div, h1, h2, h3, h4, h5, h6, li, p, td, th';

export function classOf(alignment: Alignment): string {
  return `text-${alignment}`;
}

/**
 * Returns the alignment by the element's class or, as other programs write it, by its style or the
 * old attribute.
 */
export function alignmentOf(element: HTMLElement): Alignment | undefined {
  if (!element.matches(ALIGNED)) return undefined;
  const words = [element.style.textAlign, element.getAttribute('align')?.toLowerCase()];
  return ALIGNMENTS.find(
    (alignment) => element.classList.contains(classOf(alignment)) || words.includes(alignment),
  );
}

// Measures texts, so that a column can fit its longest word in every language before any row is
// loaded.
const widths = new Map<string, number>();
let canvas: CanvasRenderingContext2D | null | undefined;

/** In pixels; 0 if there is no canvas. */
export function textWidth(text: string, weight: number, size: number): number {
  const font = `${String(weight)} ${String(size)}px ${getComputedStyle(document.body).fontFamily}`;
  const key = `${font} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (canvas === undefined) canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) return 0;
  canvas.font = font;
  const width = Math.ceil(canvas.measureText(text).width);
  widths.set(key, width);
  return width;
}

/** Returns the minimum width of a text that may wrap to two lines. */
export function widthInTwoLines(text: string, weight: number, size: number): number {
  const words = wordsOf(text);
  const widthOf = (part: readonly string[]) => textWidth(part.join('').trim(), weight, size);
  const inTwoLines = words
    .slice(1)
    .map((_, at) => Math.max(widthOf(words.slice(0, at + 1)), widthOf(words.slice(at + 1))));
  return Math.min(widthOf(words), ...inTwoLines);
}

/**
 * Splits at possible line breaks: after spaces, after hyphens within words and, in Thai, which has
 * neither, between words.
 */
function wordsOf(text: string): string[] {
  if (!/\p{Script=Thai}/u.test(text)) return text.split(/(?<= )|(?<=\p{L}-)(?=\p{L})/u);
  return [...new Intl.Segmenter('th', { granularity: 'word' }).segment(text)].map(
    ({ segment }) => segment,
  );
}

// How wide a text is when drawn, so that a column has room for its longest word in every language before
// any row is there.
const widths = new Map<string, number>();
let canvas: CanvasRenderingContext2D | null | undefined;

/** In pixels; 0 where nothing can be drawn. */
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

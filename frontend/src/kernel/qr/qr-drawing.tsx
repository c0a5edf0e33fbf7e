// A QR code, drawn as a single path: sharp at every size, and white in every colour scheme.
import { useMemo } from 'react';
import { encode } from 'uqr';
import classes from './qr-drawing.module.css';

/** White modules that scanners need around the code. */
const QUIET_ZONE = 4;
/** Pixels per module: a whole number, so that all modules have the same size. */
const SCALE = 4;

export function QrDrawing({ text, label }: { text: string; label: string }) {
  const { size, data } = useMemo(() => encode(text, { ecc: 'M', border: QUIET_ZONE }), [text]);
  const modules = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? `M${String(x)} ${String(y)}h1v1h-1z` : [])),
  );
  return (
    <svg
      className={classes.code}
      style={{ inlineSize: size * SCALE }}
      viewBox={`0 0 ${String(size)} ${String(size)}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={modules.join('')} fill="#000" />
    </svg>
  );
}

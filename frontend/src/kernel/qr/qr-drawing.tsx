// A text as a QR code, drawn as one shape: sharp at every size, on white in every colour scheme.
import { useMemo } from 'react';
import { encode } from 'uqr';
import classes from './qr-drawing.module.css';

/** Modules of white that a reader needs around the code. */
const QUIET_ZONE = 4;
/** Pixels of a module's side: a whole number, so that all are alike. */
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

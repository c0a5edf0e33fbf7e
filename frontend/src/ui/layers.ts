// The layers over the page: dialogs, questions, panels. Escape closes only the topmost one, however
// it was opened. The library's dialogs each listen for themselves, and one Escape would close all.
import { useEffect, useEffectEvent } from 'react';

/** The library's levels of dialogs and of panels, and what covers everything. */
export const DIALOG_LEVEL = 200;
/** Dialogs over those of the page, such as announcements and alerts. */
export const COVER_LEVEL = 250;
export const PANEL_LEVEL = 300;
export const TOP_LEVEL = Number.MAX_SAFE_INTEGER;

interface Layer {
  level: number;
  close: () => void;
}

/** In the order in which they opened. */
const layers: Layer[] = [];

// Registered before any dialog of the library, so that it decides first.
window.addEventListener('keydown', closeTopmost, { capture: true });

function closeTopmost(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || layers.length === 0) return;
  // An open list or calendar closes itself; its field carries the library's mark.
  const { target } = event;
  if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true')
    return;
  event.stopImmediatePropagation();
  layers.reduce((top, layer) => (layer.level >= top.level ? layer : top)).close();
}

/** Called by every layer. A layer of a higher level is above those of lower ones. */
export function useLayer(opened: boolean, onClose: () => void, level = DIALOG_LEVEL): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!opened) return;
    const layer = {
      level,
      close: () => {
        close();
      },
    };
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
    };
  }, [opened, level]);
}

// Keeps the browser at a form's address while Back and Forward are pressed, however quickly. The
// router takes back only one step at a time, so two quick ones would leave the question about
// unsaved input at another address.

/** How long the browser takes to arrive where it was sent. */
const SETTLED_AFTER = 60;

function indexNow(): number | undefined {
  const { idx } = (window.history.state ?? {}) as { idx?: unknown };
  return typeof idx === 'number' ? idx : undefined;
}

/**
 * Calls `onLeave` with the step that the user wants to go, once the browser is back at the form.
 * Returns a function that lets go.
 */
export function holdHistory(onLeave: (step: number) => void): () => void {
  const { pathname } = window.location;
  const index = indexNow();
  let wanted: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    const step = (indexNow() ?? index ?? 0) - (index ?? 0);
    if (step !== 0) {
      window.history.go(-step);
      timer = setTimeout(settle, SETTLED_AFTER);
      return;
    }
    timer = undefined;
    if (wanted !== undefined) onLeave(wanted);
    wanted = undefined;
  };
  const onPop = (event: PopStateEvent) => {
    const now = indexNow();
    const isSettling = timer !== undefined;
    if (index === undefined || now === undefined) return;
    // Another query of the same page, such as an opened announcement, loses nothing.
    if (!isSettling && (now === index || window.location.pathname === pathname)) return;
    // The router does not learn of it.
    event.stopImmediatePropagation();
    if (now !== index) wanted ??= now - index;
    clearTimeout(timer);
    timer = setTimeout(settle, isSettling ? SETTLED_AFTER : 0);
  };
  // The capturing listener is called before the router's, which was registered first.
  window.addEventListener('popstate', onPop, { capture: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener('popstate', onPop, { capture: true });
  };
}

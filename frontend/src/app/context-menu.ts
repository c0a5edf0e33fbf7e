// The context menu is off, except where people write: there it holds paste and spelling.
export function turnOffContextMenu(): void {
  document.addEventListener('contextmenu', (event) => {
    const writes =
      event.target instanceof Element &&
      event.target.closest('input, textarea, [contenteditable="true"]');
    if (!writes) event.preventDefault();
  });
}

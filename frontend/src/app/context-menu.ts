// Disables the context menu, except in text inputs: there it offers paste and spelling.
export function disableContextMenu(): void {
  document.addEventListener('contextmenu', (event) => {
    const writes =
      event.target instanceof Element &&
      event.target.closest('input, textarea, [contenteditable="true"]');
    if (!writes) event.preventDefault();
  });
}

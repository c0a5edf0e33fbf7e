// The browser's address of the page, and reloading it. A separate module, because tests cannot
// replace the window location.
export function pageAddress(): URL {
  return new URL(window.location.href);
}

export function reloadPage(): void {
  window.location.reload();
}

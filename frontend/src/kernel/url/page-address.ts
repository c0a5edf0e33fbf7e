// Where the browser has the page from, and having it from there anew. Apart, because no test may replace what a
// browser says of itself.
export function pageAddress(): URL {
  return new URL(window.location.href);
}

export function reloadPage(): void {
  window.location.reload();
}

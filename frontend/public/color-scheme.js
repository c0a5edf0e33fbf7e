// Sets light or dark before the first paint, so that a page never flashes in the other scheme.
// The key is the one that src/app/color-scheme.ts writes.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('uno-color-scheme');
  } catch {
    // Storage may be switched off; the system's scheme then decides.
  }
  var dark =
    chosen === 'dark' ||
    (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();

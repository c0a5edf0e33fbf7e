// Starts the console: the language first, so that no text ever shows in the wrong one.
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { mayReload, noteReload } from './app/chunk-failure';
import { connect } from './domain/client';
import { whenPanicked } from './domain/panic';
import { chosenApiAddress } from './features/auth/api-address';
import { activateStoredLanguage, text } from './kernel/i18n/i18n';

connect(chosenApiAddress());
// A failure that no page caught; the session lives in cookies, so a reload loses nothing but the page.
whenPanicked(() => {
  if (!mayReload(Date.now())) {
    sayItFailedAgain();
    return;
  }
  noteReload(Date.now());
  window.location.reload();
}, sayItFailedAgain);
await activateStoredLanguage();

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);

function sayItFailedAgain(): void {
  void import('./kernel/toast/toast').then(({ toast }) => {
    toast('error', text('chunk.failedAgain'));
  });
}

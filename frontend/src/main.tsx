// Starts the console. The language is loaded first, so that no text appears in the wrong one.
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { disableContextMenu } from './app/context-menu';
import { loadConsole } from './app/pages';
import { connect, startCore } from './domain/core';
import { whenPanicked } from './domain/panic';
import { askServer, isOverdue, mayBeSignedIn } from './domain/session';
import { chosenApiAddress } from './features/sign-in/api-address';
import { isServerThere, mayReload, noteReload } from './kernel/code/code-failure';
import { activateStoredLanguage, text } from './kernel/i18n/i18n';
import { selectOnTab } from './ui/select-on-tab';

const BETWEEN_TRIES = 2000;

connect(chosenApiAddress());
disableContextMenu();
selectOnTab();
// Handles failures that no page caught. The session is in cookies, so a reload loses only the
// page's state.
whenPanicked(() => {
  void isServerThere().then((there) => {
    if (!there || !mayReload(Date.now())) {
      showRepeatedFailure();
      return;
    }
    noteReload(Date.now());
    window.location.reload();
  });
}, showRepeatedFailure);
// Without texts nothing can be shown, and without the core the session is unknown: the page waits
// for both for as long as it takes. If there is certainly no session, the login page is rendered
// before the core is ready.
const signedIn = mayBeSignedIn();
if (signedIn) loadConsole().catch(() => undefined);
void begin();

// No top-level await: the bundler would create additional chunks.
async function begin(): Promise<void> {
  for (;;) {
    try {
      await Promise.all([activateStoredLanguage(), signedIn && startSession()]);
      break;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES));
    }
  }
  const root = document.getElementById('root');
  if (!root) return;
  // In slices, so that a slow device responds to taps in between.
  startTransition(() => {
    createRoot(root).render(<App />);
  });
}

/** A session that has ended by this device's clock may go on by the server's. */
async function startSession(): Promise<void> {
  await startCore();
  if (isOverdue()) await askServer();
}

function showRepeatedFailure(): void {
  void import('./kernel/toast/toast').then(({ toast }) => {
    toast('error', text('chunk.failedAgain'));
  });
}

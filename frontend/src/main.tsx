// Starts the console: the language first, so that no text ever shows in the wrong one.
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { turnOffContextMenu } from './app/context-menu';
import { loadConsole } from './app/pages';
import { connect, startCore } from './domain/core';
import { whenPanicked } from './domain/panic';
import { mayBeSignedIn } from './domain/session';
import { chosenApiAddress } from './features/sign-in/api-address';
import { isServerThere, mayReload, noteReload } from './kernel/code/code-failure';
import { activateStoredLanguage, text } from './kernel/i18n/i18n';

const BETWEEN_TRIES = 2000;

connect(chosenApiAddress());
turnOffContextMenu();
// A failure that no page caught; the session lives in cookies, so a reload loses nothing but the page.
whenPanicked(() => {
  void isServerThere().then((there) => {
    if (!there || !mayReload(Date.now())) {
      sayItFailedAgain();
      return;
    }
    noteReload(Date.now());
    window.location.reload();
  });
}, sayItFailedAgain);
// Without a single text there is nothing to say, and without the core nobody knows who is signed in: the page waits
// for them as long as it takes. Where nobody can be signed in, the login page is drawn before the core is there.
const signedIn = mayBeSignedIn();
if (signedIn) loadConsole().catch(() => undefined);
void begin();

// Not at the top of the file: the bundler makes a few chunks more wherever a module waits for something.
async function begin(): Promise<void> {
  for (;;) {
    try {
      await Promise.all([activateStoredLanguage(), signedIn && startCore()]);
      break;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES));
    }
  }
  const root = document.getElementById('root');
  if (!root) return;
  // In slices, so that a slow device answers whoever taps meanwhile.
  startTransition(() => {
    createRoot(root).render(<App />);
  });
}

function sayItFailedAgain(): void {
  void import('./kernel/toast/toast').then(({ toast }) => {
    toast('error', text('chunk.failedAgain'));
  });
}

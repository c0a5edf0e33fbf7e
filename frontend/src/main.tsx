// Starts the console: the language first, so that no text ever shows in the wrong one.
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { connect } from './domain/client';
import { activateStoredLanguage } from './kernel/i18n/i18n';

connect();
await activateStoredLanguage();

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);

import './styles/base.css';
import 'virtual:adventures.css';
import './styles/tokens.css';
import './styles/fonts.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { siteConfig } from './config.ts';
import { loadScreen, screenAt } from './routes.tsx';
import { App } from './shell/App.tsx';
import { nameHistoryEntry } from './shell/history-entry.ts';
import { PublicUrlProvider } from './shell/PublicUrl.tsx';
import { SiteRouter } from './shell/SiteRouter.tsx';
import { tookOver } from './shell/taken-over.ts';
import { installTrustedTypes } from './shell/trusted-types.ts';

installTrustedTypes(location.origin);
// Positions are kept per history entry (shell/scroll-memory.ts); the browser's own restoring would come too early.
history.scrollRestoration = 'manual';
nameHistoryEntry();

async function takeOver(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('This page has no #root element to live in.');
  const app = (
    <StrictMode>
      <PublicUrlProvider value={siteConfig().publicUrl}>
        <SiteRouter>
          <App />
        </SiteRouter>
      </PublicUrlProvider>
    </StrictMode>
  );
  await loadScreen(screenAt(location.pathname));
  // The development server sends an empty root; the real one sends the whole page. A transition takes a page over in
  // small steps, between which it answers.
  if (root.firstElementChild) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
}

takeOver().catch((error: unknown) => {
  // Nobody else will answer what was pressed meanwhile.
  tookOver();
  throw error;
});

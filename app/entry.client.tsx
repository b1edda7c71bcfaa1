import './platform/trusted-types.ts';
import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { initI18n } from './locales/i18n.ts';
import { startServiceWorker } from './state/update.ts';

await initI18n();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});

// At once and not on `load`, which may be long past.
if (import.meta.env.PROD) void startServiceWorker();

import './platform/trusted-types.ts';
import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { initI18n } from './locales/i18n.ts';

await initI18n();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});

// Beside the first screen and not on `load`, which may be long past. A page without it works all the same.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  import('./state/service-worker.ts').then(({ startServiceWorker }) => startServiceWorker()).catch(() => undefined);

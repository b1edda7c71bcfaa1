import './platform/trusted-types.ts';
import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { initI18n } from './locales/i18n.ts';
import { preloadScreen } from './platform/first-screen.ts';
import type { ManifestRoutes } from './platform/screen-branch.ts';
import { ignoreSecondClicks } from './platform/second-clicks.ts';

const { __remixManifest } = window as { readonly __remixManifest?: { readonly routes: ManifestRoutes } };
if (import.meta.env.PROD && __remixManifest) preloadScreen(__remixManifest.routes, location.pathname);
ignoreSecondClicks();
await initI18n();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});

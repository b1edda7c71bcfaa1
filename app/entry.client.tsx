import './platform/trusted-types.ts';
import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { initI18n } from './locales/i18n.ts';
import { type Manifest, preloadScreen } from './platform/first-screen.ts';

const { __remixManifest } = window as { readonly __remixManifest?: Manifest };
if (import.meta.env.PROD && __remixManifest) preloadScreen(__remixManifest, location.pathname);
await initI18n();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});

import './platform/trusted-types.ts';
import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { initI18n } from './locales/i18n.ts';
import { branchOf, type ManifestRoutes } from './platform/screen-branch.ts';
import { ignoreSecondClicks } from './platform/second-clicks.ts';

/** Preloads the scripts and styles of the first screen. The router would request them only after the translations. */
export function preloadScreen(routes: ManifestRoutes, pathname: string): void {
  for (const { module, imports = [], css = [] } of branchOf(pathname.split('/')[1], routes)) {
    for (const href of [module, ...imports]) preload({ rel: 'modulepreload', href });
    for (const href of css) preload({ rel: 'preload', as: 'style', href });
  }
}

const preload = (link: Partial<HTMLLinkElement>) =>
  document.head.append(Object.assign(document.createElement('link'), link));

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

import { branchOf, type ManifestRoutes } from './screen-branch.ts';

/** Preloads the scripts and styles of the first screen. The router would request them only after the translations. */
export function preloadScreen(routes: ManifestRoutes, pathname: string): void {
  for (const { module, imports = [], css = [] } of branchOf(pathname.split('/')[1], routes)) {
    for (const href of [module, ...imports]) preload({ rel: 'modulepreload', href });
    for (const href of css) preload({ rel: 'preload', as: 'style', href });
  }
}

const preload = (link: Partial<HTMLLinkElement>) =>
  document.head.append(Object.assign(document.createElement('link'), link));

import { branchOf, type ManifestRoutes } from './screen-branch.ts';

/** Preloads the screen's scripts and styles; the router requests them only after the word tables have loaded. */
export function preloadScreen(routes: ManifestRoutes, pathname: string): void {
  for (const { module, imports = [], css = [] } of branchOf(pathname.split('/')[1], routes)) {
    for (const href of [module, ...imports]) preload({ rel: 'modulepreload', href });
    for (const href of css) preload({ rel: 'preload', as: 'style', href });
  }
}

const preload = (link: Partial<HTMLLinkElement>) =>
  document.head.append(Object.assign(document.createElement('link'), link));

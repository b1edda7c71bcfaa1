import { branchOf, type ManifestRoutes } from './screen-branch.ts';

/**
 * Asks for the scripts and styles of the screen that an address names. The router does so itself only once the words are there
 * and the page's frame has begun, and for the styles once the scripts are there.
 */
export function preloadScreen(routes: ManifestRoutes, pathname: string): void {
  for (const { module, imports = [], css = [] } of branchOf(pathname.split('/')[1], routes)) {
    for (const href of [module, ...imports]) ask({ rel: 'modulepreload', href });
    for (const href of css) ask({ rel: 'preload', as: 'style', href });
  }
}

const ask = (link: Partial<HTMLLinkElement>) =>
  document.head.append(Object.assign(document.createElement('link'), link));

/** Remix's list of what each route is made of, as far as it is needed here. */
export interface Manifest {
  readonly routes: Readonly<Record<string, ManifestRoute>>;
}

interface ManifestRoute {
  readonly parentId?: string;
  readonly path?: string;
  readonly module: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/**
 * Asks for the scripts and styles of the screen that an address names. The router does so itself only once the words are there
 * and the page's frame has begun, and for the styles once the scripts are there.
 */
export function preloadScreen({ routes }: Manifest, pathname: string): void {
  const name = pathname.split('/')[1];
  let route = Object.values(routes).find(({ path }) => path && path === name);
  for (; route; route = routes[route.parentId ?? '']) {
    for (const href of [route.module, ...(route.imports ?? [])]) ask({ rel: 'modulepreload', href });
    for (const href of route.css ?? []) ask({ rel: 'preload', as: 'style', href });
  }
}

const ask = (link: Partial<HTMLLinkElement>) =>
  document.head.append(Object.assign(document.createElement('link'), link));

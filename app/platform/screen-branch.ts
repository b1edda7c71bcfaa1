export type ManifestRoutes = Readonly<Record<string, ManifestRoute>>;

export interface ManifestRoute {
  readonly parentId?: string;
  readonly path?: string;
  readonly module: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

export function branchOf(screen: string | undefined, routes: ManifestRoutes): ManifestRoute[] {
  const branch: ManifestRoute[] = [];
  let route = Object.values(routes).find(({ path }) => path && path === screen);
  for (; route; route = routes[route.parentId ?? '']) branch.push(route);
  return branch;
}

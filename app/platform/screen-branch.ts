/** Remix's list of what each route is made of, as far as it is needed here. */
export type ManifestRoutes = Readonly<Record<string, ManifestRoute>>;

export interface ManifestRoute {
  readonly parentId?: string;
  readonly path?: string;
  readonly module: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** The route of a screen and those around it; none for an address that is no screen's. */
export function branchOf(screen: string | undefined, routes: ManifestRoutes): ManifestRoute[] {
  const branch: ManifestRoute[] = [];
  let route = Object.values(routes).find(({ path }) => path && path === screen);
  for (; route; route = routes[route.parentId ?? '']) branch.push(route);
  return branch;
}

import { index, layout, type RouteConfig, route } from '@remix-run/route-config';
import { screens } from './tools/catalog.ts';

export default [
  index('routes/index.tsx'),
  layout('shell/Shell.tsx', [
    route('home', 'routes/home.tsx'),
    ...screens.map((screen) => route(screen.route, `routes/${screen.route}.tsx`)),
  ]),
  route('*', 'routes/unknown.tsx'),
] satisfies RouteConfig;

import type { VitePluginConfig } from '@remix-run/dev';

/** Options of Remix, which `vite.config.ts` imports. Remix does not read this file. */
const remixConfig: VitePluginConfig = {
  ssr: false,
  appDirectory: 'app',
  buildDirectory: 'build',
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_routeConfig: true,
    unstable_optimizeDeps: true,
    // With single fetch, `renderToString` would never replace the page's fallback.
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
  },
};

export default remixConfig;

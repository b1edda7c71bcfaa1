import type { VitePluginConfig } from '@remix-run/dev';

/** Remix's options. Remix itself does not read this file: `vite.config.ts` hands it over. */
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
    // With single fetch and renderToString the page would stay on its fallback for ever.
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
  },
};

export default remixConfig;

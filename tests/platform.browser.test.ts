import { createBrowserPlatform } from '#app/platform/browser.ts';
import { createBrowserWorkers, inlineWorkers } from '#app/platform/workers.ts';
import { describePlatform } from './platform.contract.ts';

describePlatform({
  name: 'of a browser, with workers',
  create: () => createBrowserPlatform(createBrowserWorkers()),
  workers: 1,
  decodes: ['image/avif'],
});

describePlatform({
  name: 'of a browser, inside a worker',
  create: () => createBrowserPlatform(inlineWorkers),
  workers: 1,
  decodes: ['image/avif'],
});

import { createNodePlatform } from '#scripts/platform/index.ts';
import { describePlatform } from './platform.contract.ts';

describePlatform({
  name: 'of Node, with threads',
  create: () => createNodePlatform({ threads: 2 }),
  workers: 2,
  decodes: ['image/avif'],
});

describePlatform({
  name: 'of Node, inside a thread',
  create: () => createNodePlatform({ threads: 0 }),
  workers: 1,
  decodes: ['image/avif'],
});

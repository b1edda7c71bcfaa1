import { basename } from 'node:path';
import type { GetManualChunk } from 'rollup';

/** Module that Vite substitutes for Node.js modules. Rollup would put this module into a worker's entry chunk. */
const EMPTY_MODULE = /__vite-browser-external/;

/** Packages that prepare SVG files. Their chunk imports nothing else, so all workers share one file. */
const SVG_PACKAGES =
  /\/node_modules\/(?:@csstools\/[\w-]+|css-select|css-what|boolbase|nth-check|htmlparser2|dom(?:elementtype|handler|utils)|dom-serializer|entities)\//;

/** Moves modules out of a worker's entry chunk. WebKit would run an entry chunk twice if lazy chunks imported it. */
export const outsideEntries: GetManualChunk = (id, { getModuleInfo }) => {
  if (EMPTY_MODULE.test(id)) return 'empty';
  if (SVG_PACKAGES.test(id)) return 'svg-packages';
  const importers = getModuleInfo(id)?.importers ?? [];
  const isBehindEntry = importers.some((importer) => getModuleInfo(importer)?.isEntry);
  return isBehindEntry ? basename(id.split('?', 1)[0] ?? id).replace(/\.[cm]?[jt]s$/, '') : undefined;
};

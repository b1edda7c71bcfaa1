import { basename } from 'node:path';
import type { GetManualChunk } from 'rollup';

/** Module that Vite substitutes for Node.js modules. Rollup would put this module into a worker's entry chunk. */
const EMPTY_MODULE = /__vite-browser-external/;

/** Moves modules out of a worker's entry chunk. WebKit would run an entry chunk twice if lazy chunks imported it. */
export const outsideEntries: GetManualChunk = (id, { getModuleInfo }) => {
  if (EMPTY_MODULE.test(id)) return 'empty';
  const importers = getModuleInfo(id)?.importers ?? [];
  const isBehindEntry = importers.some((importer) => getModuleInfo(importer)?.isEntry);
  return isBehindEntry ? basename(id.split('?', 1)[0] ?? id).replace(/\.[cm]?[jt]s$/, '') : undefined;
};

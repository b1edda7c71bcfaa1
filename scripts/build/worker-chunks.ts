import { basename } from 'node:path';
import type { GetManualChunk } from 'rollup';

/** What stands for Node's own modules in a browser: Rollup puts something so small into the entry. */
const EMPTY_MODULE = /__vite-browser-external/;

/**
 * Gives what a worker's entry imports a file of its own, so that lazily loaded parts share that file and not the
 * entry: WebKit evaluates an entry that is imported a second time.
 */
export const outsideEntries: GetManualChunk = (id, { getModuleInfo }) => {
  if (EMPTY_MODULE.test(id)) return 'empty';
  const importers = getModuleInfo(id)?.importers ?? [];
  const isBehindEntry = importers.some((importer) => getModuleInfo(importer)?.isEntry);
  return isBehindEntry ? basename(id.split('?', 1)[0] ?? id).replace(/\.[cm]?[jt]s$/, '') : undefined;
};

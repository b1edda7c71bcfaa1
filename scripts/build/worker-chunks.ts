import { basename } from 'node:path';
import type { GetManualChunk } from 'rollup';

/** Empty replacement of Node's modules, which Rollup would put into the worker's entry. */
const EMPTY_MODULE = /__vite-browser-external/;

/**
 * Moves imports of a worker's entry into a separate chunk, so that lazy chunks import that chunk instead of the entry:
 * WebKit evaluates an entry again when it is imported.
 */
export const outsideEntries: GetManualChunk = (id, { getModuleInfo }) => {
  if (EMPTY_MODULE.test(id)) return 'empty';
  const importers = getModuleInfo(id)?.importers ?? [];
  const isBehindEntry = importers.some((importer) => getModuleInfo(importer)?.isEntry);
  return isBehindEntry ? basename(id.split('?', 1)[0] ?? id).replace(/\.[cm]?[jt]s$/, '') : undefined;
};

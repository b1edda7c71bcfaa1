import { basename } from 'node:path';
import type { GetManualChunk } from 'rollup';

/** Vite's stub for Node.js modules, which Rollup would merge into the entry. */
const EMPTY_MODULE = /__vite-browser-external/;

/**
 * Puts a worker entry's imports into separate chunks, so lazy chunks never import the entry: WebKit evaluates an
 * entry again when it is imported.
 */
export const outsideEntries: GetManualChunk = (id, { getModuleInfo }) => {
  if (EMPTY_MODULE.test(id)) return 'empty';
  const importers = getModuleInfo(id)?.importers ?? [];
  const isBehindEntry = importers.some((importer) => getModuleInfo(importer)?.isEntry);
  return isBehindEntry ? basename(id.split('?', 1)[0] ?? id).replace(/\.[cm]?[jt]s$/, '') : undefined;
};

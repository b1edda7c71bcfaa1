import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { branchOf, type ManifestRoute, type ManifestRoutes } from '../../../app/platform/screen-branch.ts';

/** Maximum bytes of HTML, styles and scripts in a first visit to a screen. */
export const FIRST_LOAD_LIMIT_BYTES = 150_000;

export const clientFolder = resolve(import.meta.dirname, '../../../build/client');

export interface FirstLoad {
  readonly files: readonly { readonly path: string; readonly gzippedBytes: number }[];
  readonly gzippedBytes: number;
}

/** Measures the gzipped files of a first visit to a screen in English, without images. */
export function measureFirstLoad(screen: string, folder = clientFolder): FirstLoad {
  const document = readFileSync(join(folder, 'index.html'), 'utf8');
  const manifestPath = /"(\/assets\/manifest-[^"]+\.js)"/.exec(document)?.[1];
  if (!manifestPath) throw new Error(`${folder}/index.html names no manifest`);
  const { entry, routes } = readManifest(join(folder, manifestPath));
  const language = readdirSync(join(folder, 'assets')).filter((name) => /^en-[\w-]+\.js$/.test(name));
  if (language.length !== 1) throw new Error(`Expected one file of English words, found ${language.length}`);

  const branch = branchOf(screen, routes);
  if (branch.length === 0) throw new Error(`Unknown screen ${screen}`);
  const parts = [entry, ...branch];
  const scripts = new Set<string>();
  for (const path of [...parts.map(({ module }) => module), `/assets/${language[0]}`])
    addWithImports(path, folder, scripts);
  const styles = new Set(parts.flatMap(({ css }) => css ?? []));

  const files = [`/${screen}.html`, manifestPath, ...styles, ...scripts].map((path) => ({
    path,
    gzippedBytes: gzipSync(readFileSync(join(folder, path))).length,
  }));
  return { files, gzippedBytes: files.reduce((sum, file) => sum + file.gzippedBytes, 0) };
}

function readManifest(file: string): { entry: ManifestRoute; routes: ManifestRoutes } {
  const source = readFileSync(file, 'utf8');
  return JSON.parse(source.slice(source.indexOf('{'), source.lastIndexOf('}') + 1));
}

function addWithImports(path: string, folder: string, found: Set<string>): void {
  if (found.has(path)) return;
  found.add(path);
  const source = readFileSync(join(folder, path), 'utf8');
  for (const [, imported] of source.matchAll(/(?:from|import)\s*"(\.[^"]+\.js)"/g))
    if (imported) addWithImports(join(dirname(path), imported), folder, found);
}

if (process.argv[1] === import.meta.filename) {
  if (!existsSync(clientFolder)) throw new Error('Build first: npm run build');
  const { files, gzippedBytes } = measureFirstLoad(process.argv[2] ?? 'home');
  for (const file of files) console.log(`${(file.gzippedBytes / 1000).toFixed(1).padStart(7)} kB  ${file.path}`);
  console.log(`${(gzippedBytes / 1000).toFixed(1).padStart(7)} kB  of ${FIRST_LOAD_LIMIT_BYTES / 1000} kB`);
}

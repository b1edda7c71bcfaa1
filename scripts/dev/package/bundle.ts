import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { build, type OutputFile, type Plugin } from 'esbuild';
import { rollup } from 'rollup';
import { root } from './manifest.ts';

interface Bundle {
  /** Names of modules that users start or import, or that threads run. */
  readonly entries: Readonly<Record<string, string>>;
  readonly version: string;
  readonly replaced?: Readonly<Record<string, string>>;
}

/**
 * Bundles modules into one folder. Returns external packages, which users can replace, as the LGPL requires.
 * @throws Error if a bundled module starts a thread from a module outside the bundle
 */
export async function bundleModules(
  folder: string,
  { entries, version, replaced = {} }: Bundle,
): Promise<ReadonlySet<string>> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    chunkNames: '[name]-[hash]',
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
    plugins: [projectImports(replaced), fittedModules(entries, version)],
  });
  await writeFewFiles(folder, Object.keys(entries), outputFiles);
  const imported = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const names = imported
    .filter(({ external, path }) => external && !isBuiltin(path))
    .map(({ path }) => packageName(path));
  return new Set(names);
}

/** Chunks with fewer characters are merged, unless a module would then load code that it doesn't use. */
const FEW_FILES = 100_000;

/** Merges chunks, because Node.js takes longer to find esbuild's hundred chunks than to run their code. */
async function writeFewFiles(folder: string, entries: readonly string[], files: readonly OutputFile[]): Promise<void> {
  const codes = new Map(files.map(({ path, text }) => [path, text]));
  const bundle = await rollup({
    input: Object.fromEntries(entries.map((name) => [name, join(folder, `${name}.js`)])),
    plugins: [
      {
        name: 'outputs-of-esbuild',
        resolveId(id, importer) {
          const path = id.startsWith('.') && importer ? join(dirname(importer), id) : id;
          return codes.has(path) ? path : { id, external: true };
        },
        load: (id) => codes.get(id),
      },
    ],
    treeshake: false,
    logLevel: 'silent',
  });
  await bundle.write({ dir: folder, chunkFileNames: '[name].js', experimentalMinChunkSize: FEW_FILES });
  await bundle.close();
}

/** Returns the package name of an import, for example `@jsquash/png` for `@jsquash/png/decode.js`. */
export const packageName = (specifier: string): string =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** Bundles imports of `#core/…`, which the option `packages: 'external'` would not bundle. */
const projectImports = (replaced: Readonly<Record<string, string>>): Plugin => ({
  name: 'project-imports',
  setup({ onResolve }) {
    onResolve({ filter: /^#(?:core|scripts)\// }, ({ path }) => ({ path: join(root, path.slice(1)) }));
    onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
      const target = join(resolveDir, path);
      const replacement = replaced[relative(root, target)];
      return replacement === undefined ? undefined : { path: join(root, replacement) };
    });
  },
});

/** Replaces the URLs of thread modules by URLs in the bundle, and the imported package.json by its version. */
const fittedModules = (entries: Bundle['entries'], version: string): Plugin => ({
  name: 'fitted-modules',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]scripts[\\/].*\.(?:ts|mjs)$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(
        /new URL\('\.\/([\w./-]+)\.(?:ts|mjs)', import\.meta\.url\)/g,
        (whole, entry: string) => {
          if (!Object.hasOwn(entries, entry)) throw new Error(`${path}: ${whole} is not an entry of the bundle`);
          return `new URL('./${entry}.js', import.meta.url)`;
        },
      ),
      loader: path.endsWith('.ts') ? 'ts' : 'js',
    }));
    // Replaces the project's package.json by a module that contains only the version.
    onLoad({ filter: /[\\/]package\.json$/ }, ({ path }) =>
      basename(path) === 'package.json' && relative(root, path) === 'package.json'
        ? { contents: JSON.stringify({ version }), loader: 'json' }
        : undefined,
    );
  },
});

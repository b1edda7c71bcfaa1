import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { build, type OutputFile, type Plugin } from 'esbuild';
import { rollup } from 'rollup';
import { root } from './places.ts';

/** What is compiled, and how. */
interface Bundle {
  /** Modules by name: what is started, imported, or runs in a thread. */
  readonly entries: Readonly<Record<string, string>>;
  readonly version: string;
  /** Modules of the project in whose place others are taken. */
  readonly replaced?: Readonly<Record<string, string>>;
}

/**
 * Compiles the library or the command into modules, all in one folder, with nothing of other packages
 * in them: those are dependencies, so that anybody may replace them (the LGPL's among them asks for it).
 *
 * @returns the packages that the modules import
 * @throws Error where a module starts a thread of a module that is not among them
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

/** Parts of less than so many characters are put together where that makes nobody load what it does not use. */
const FEW_FILES = 100_000;

/** esbuild makes a file of whatever some modules share, a hundred of them: Node takes longer to find them than to run them. */
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

/** `@jsquash/png` of `@jsquash/png/decode.js`. */
export const packageName = (specifier: string): string =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** `#core/…` is the project's own, which `packages: 'external'` takes for a package. */
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

/** Of the project's own modules: where a thread's module is, and its version. */
const fittedModules = (entries: Bundle['entries'], version: string): Plugin => ({
  name: 'fitted-modules',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]scripts[\\/].*\.(?:ts|mjs)$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(
        /new URL\('\.\/([\w./-]+)\.(?:ts|mjs)', import\.meta\.url\)/g,
        (whole, entry: string) => {
          if (!Object.hasOwn(entries, entry)) throw new Error(`${path}: ${whole} is not among the modules`);
          return `new URL('./${entry}.js', import.meta.url)`;
        },
      ),
      loader: path.endsWith('.ts') ? 'ts' : 'js',
    }));
    // Of the repository's own package.json, the package has nothing but the version.
    onLoad({ filter: /[\\/]package\.json$/ }, ({ path }) =>
      basename(path) === 'package.json' && relative(root, path) === 'package.json'
        ? { contents: JSON.stringify({ version }), loader: 'json' }
        : undefined,
    );
  },
});

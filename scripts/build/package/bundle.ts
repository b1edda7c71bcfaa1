import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { root } from './places.ts';

/** The package's modules by name: what is started, imported, or runs in a thread. */
const ENTRIES = {
  index: 'scripts/library/index.ts',
  fudebako: 'scripts/package/fudebako.mjs',
  command: 'scripts/command/thread.ts',
  'jobs.worker': 'scripts/command/jobs.worker.ts',
  'tasks.worker': 'scripts/platform/tasks.worker.ts',
  'ffmpeg.worker': 'scripts/platform/ffmpeg.worker.mjs',
  thread: 'scripts/package/thread.mjs',
};

/** What is different where the project is installed as a package. */
const REPLACED: Readonly<Record<string, string>> = {
  'scripts/platform/font-files.ts': 'scripts/package/font-files.ts',
};

/**
 * Compiles the library and the command into modules, all in one folder, with nothing of other packages
 * in them: those are dependencies, so that anybody may replace them (the LGPL's among them asks for it).
 *
 * @returns the packages that the modules import
 * @throws Error where a module starts a thread of a module that the package does not have
 */
export async function bundleModules(folder: string, version: string): Promise<ReadonlySet<string>> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ENTRIES,
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
    logLevel: 'warning',
    plugins: [projectImports(), fittedModules(version)],
  });
  const imported = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const names = imported
    .filter(({ external, path }) => external && !isBuiltin(path))
    .map(({ path }) => packageName(path));
  return new Set(names);
}

/** `@jsquash/png` of `@jsquash/png/decode.js`. */
export const packageName = (specifier: string): string =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** `#core/…` is the project's own, which `packages: 'external'` takes for a package. */
const projectImports = (): Plugin => ({
  name: 'project-imports',
  setup({ onResolve }) {
    onResolve({ filter: /^#(?:core|scripts)\// }, ({ path }) => ({ path: join(root, path.slice(1)) }));
    onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
      const target = join(resolveDir, path);
      const replacement = REPLACED[relative(root, target)];
      return replacement === undefined ? undefined : { path: join(root, replacement) };
    });
  },
});

/** Of the project's own modules: where a thread's module is, and its version. */
const fittedModules = (version: string): Plugin => ({
  name: 'fitted-modules',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]scripts[\\/].*\.(?:ts|mjs)$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(
        /new URL\('\.\/([\w./-]+)\.(?:ts|mjs)', import\.meta\.url\)/g,
        (whole, entry: string) => {
          if (!Object.hasOwn(ENTRIES, entry)) throw new Error(`${path}: ${whole} is no module of the package`);
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

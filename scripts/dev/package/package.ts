import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { en } from '../../../core/locales/all-en.ts';
import { operations } from '../../../core/operations/index.ts';
import type { JsonSchema } from '../../../core/parameters/schema.ts';
import { runCommand } from '../../command/main.ts';
import { configSchema, operationSchema, recipeSchema } from '../../command/parse/operation-schema.ts';
import { createProgram } from '../../command/parse/program.ts';
import { STARTED_MODULES } from '../../platform/compiled.mjs';
import { shippedFontFiles, sourceOfFont } from '../build/fonts.ts';
import { replacedForHeic } from '../build/heic.ts';
import { bundleModules } from './bundle.ts';
import { fontsManifest, packageManifest, readManifest, root } from './manifest.ts';
import { writeFontNotices, writePackageNotices } from './notices.ts';

interface PackagePlaces {
  readonly main: string;
  readonly fonts: string;
  readonly tarballs: string;
}

/** Entry modules of the published package, and modules that replace modules of a checkout. */
const PACKAGE = {
  entries: {
    ...STARTED_MODULES,
    library: 'scripts/library/index.ts',
    unbundled: 'scripts/platform/unbundled.ts',
    fudebako: 'scripts/dev/package/entries/fudebako.mjs',
  },
  replaced: { 'scripts/platform/font-files.ts': 'scripts/dev/package/entries/font-files.ts' },
};

/** The package's main module. A bundle of the package must fail before its other modules fail for unclear reasons. */
const INDEX = "import './unbundled.js';\nexport * from './library.js';\n";

const packagePlaces = (folder: string): PackagePlaces => ({
  main: join(folder, 'package'),
  fonts: join(folder, 'package-fonts'),
  tarballs: join(folder, 'tarballs'),
});

export async function buildPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const modules = join(folder, 'dist');
  const replaced = { ...PACKAGE.replaced, ...replacedForHeic(process.env) };
  const { version } = readManifest('package.json');
  const imported = await bundleModules(modules, { ...PACKAGE, replaced, version });
  writeFileSync(join(modules, 'index.js'), INDEX);
  await writeDeclarations(modules);
  writeJson(join(modules, 'answers.json'), await writtenAnswers());
  writeSchemas(join(folder, 'schemas'));
  const manifest = packageManifest(imported);
  writeJson(join(folder, 'package.json'), manifest);
  writePackageNotices(folder, Object.keys(manifest.dependencies as object));
  copyFileSync(join(root, 'docs/library.md'), join(folder, 'README.md'));
  for (const name of ['LICENSE', 'CHANGELOG.md']) copyFileSync(join(root, name), join(folder, name));
}

/** Builds the folder of the fonts package, with only the files of the font catalog. */
export function buildFonts(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const path of shippedFontFiles()) {
    const target = join(folder, 'files', path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(sourceOfFont(path), target);
  }
  writeJson(join(folder, 'package.json'), fontsManifest());
  writeFontNotices(folder);
  writeFileSync(join(folder, 'README.md'), '# Fonts\n\nThe fonts that [fudebako](../fudebako) writes texts with.\n');
}

/** Packs a folder as `npm publish` does. Returns the tarball's path. */
export function pack(folder: string, into: string): string {
  mkdirSync(into, { recursive: true });
  const args = ['pack', folder, '--pack-destination', into, '--json', '--ignore-scripts'];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const output = execFileSync(npm, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const packed: unknown = JSON.parse(output);
  const [first] = Array.isArray(packed) ? packed : Object.values(packed as object);
  return join(into, (first as { filename: string }).filename.replace(/^@/, '').replace('/', '-'));
}

const writeJson = (path: string, value: unknown) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

/** Returns the command's output for arguments with a fixed answer, such as `--help` and `--version`. */
async function writtenAnswers(): Promise<Record<string, string>> {
  const names = createProgram(operations, en).commands.map((command) => command.name());
  const helps = names.flatMap((name) => [
    [name, '--help'],
    [name, '-h'],
    ['help', name],
  ]);
  const lines = [['--help'], ['-h'], ['help'], ['--version'], ['-V'], ['list'], ...helps];
  const answers: Record<string, string> = {};
  for (const args of lines) {
    let text = '';
    const stdout = { write: (chunk: string) => (text += chunk) };
    const stderr = { write: (chunk: string) => Promise.reject(new Error(chunk)) };
    const code = await runCommand(args, { operations, words: en, stdout, stderr });
    if (code !== 0 || text === '') throw new Error(`${args.join(' ')} exited with ${code}`);
    answers[args.join(' ')] = text;
  }
  return answers;
}

/** Returns the published JSON Schemas by file name: one per operation, one for recipes, one for config files. */
export const publishedSchemas = (): Readonly<Record<string, JsonSchema>> => ({
  ...Object.fromEntries(operations.map((operation) => [operation.id, operationSchema(operation, en)])),
  recipe: recipeSchema(operations, en),
  config: configSchema(operations, en),
});

function writeSchemas(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, schema] of Object.entries(publishedSchemas()))
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(schema, null, 2)}\n`);
}

/** Declares `Symbol.dispose`, which programs for ES2022 don't know. */
const DISPOSABLE = '/// <reference lib="esnext.disposable" />';

/** Bundles the library's types with doc comments into one file, without the types of other packages. */
async function writeDeclarations(folder: string): Promise<void> {
  const bundle = await rollup({
    input: join(root, 'scripts/library/index.ts'),
    plugins: [
      {
        name: 'project-imports',
        // Types have no side effects. Otherwise rollup keeps extensions of the workers' interface with their types.
        async resolveId(path, importer) {
          const found = /^#(?:core|scripts)\//.test(path) ? join(root, path.slice(1)) : path;
          const resolved = await this.resolve(found, importer, { skipSelf: true });
          return resolved && { ...resolved, moduleSideEffects: false };
        },
      },
      dts({ tsconfig: join(root, 'scripts/tsconfig.json') }),
    ],
    external: (path) => !/^[#./]/.test(path),
    onwarn: (warning) => {
      throw new Error(warning.message);
    },
  });
  const { output } = await bundle.write({ file: join(folder, 'index.d.ts'), banner: DISPOSABLE });
  await bundle.close();
  const [{ imports }] = output;
  if (imports.length > 0) throw new Error(`The library's types import ${imports.join(', ')}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const places = packagePlaces(resolve(root, 'build'));
  await buildPackage(places.main);
  buildFonts(places.fonts);
  rmSync(places.tarballs, { recursive: true, force: true });
  for (const folder of [places.main, places.fonts]) {
    const tarball = pack(folder, places.tarballs);
    console.log(`${tarball}: ${(readFileSync(tarball).length / 1e6).toFixed(1)} MB`);
  }
}

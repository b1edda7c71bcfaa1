import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { publint } from 'publint';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodes } from '#core/base/error-codes.ts';
import { en } from '#core/locales/all-en.ts';
import { operations } from '#core/operations/index.ts';
import { commandHere } from '../command/harness.ts';
import { isDeep } from '../deep.ts';
import { wavOf } from '../wav.ts';
import { cookbookLines, cookbookSize, writeCookbookFiles } from './cookbook.ts';
import { type Installed, installPackage, type Manifest, node, readJson, root } from './installed.ts';
import { PLAIN_PROGRAM, PROGRAM } from './program.ts';

const folder = mkdtempSync(join(tmpdir(), 'package-'));
let installed: Installed;

beforeAll(async () => {
  installed = await installPackage(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const manifest = () => readJson<Manifest>(join(installed.package, 'package.json'));
const inProject = (name: string) => join(installed.project, name);
const fudebako = (...args: string[]) => node(installed.project, 'node_modules/fudebako/dist/fudebako.js', ...args);

/** Returns the files of the tarball, without its top folder. */
const packed = () =>
  execFileSync('tar', ['-tzf', installed.tarball], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .map((name) => name.replace(/^package\//, ''));

describe('the packed package', () => {
  it('has no problem that publint reports', async () => {
    const bytes = new Uint8Array(readFileSync(installed.tarball));
    expect((await publint({ pack: { tarball: bytes.buffer }, strict: true })).messages).toEqual([]);
  });

  it('has types for every module resolution', async () => {
    const checked = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(installed.tarball))));
    if (!checked.types) throw new Error('The package has no types');
    // Ignores that CommonJS resolves to ES modules: Node can require these, and only old TypeScript versions can't.
    expect(checked.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM')).toEqual([]);
    expect(Object.keys(checked.entrypoints)).toContain('.');
  });

  it('has type declarations that contain each error code once, and no words of the app', () => {
    const types = readFileSync(join(installed.package, 'dist/index.d.ts'), 'utf8');
    const code = types.replace(/\/\*[\s\S]*?\*\//g, '');
    const phrases = entriesOf(en).filter(([, text]) => /\w \w/.test(text));
    expect(phrases.length).toBeGreaterThan(500);
    expect(phrases.filter(([, text]) => code.includes(text))).toEqual([]);
    // The type of a table of texts would declare each key as a string.
    const members = [...code.matchAll(/^\s+(\w+): string;/gm)].map(([, name = '']) => name);
    expect(entriesOf(en).filter(([key]) => members.includes(key))).toEqual([]);
    const list = /declare const errorCodes: readonly \[(.*)\];/.exec(types)?.[1] ?? '';
    expect(list.split(', ').sort()).toEqual(errorCodes.map((code) => `"${code}"`).sort());
  });

  it('contains the compiled modules, but no source, test or map', () => {
    const names = packed();
    expect(names).toEqual(
      expect.arrayContaining([
        'README.md',
        'LICENSE',
        'CHANGELOG.md',
        'dist/index.js',
        'dist/index.d.ts',
        'schemas/crop.json',
        'schemas/recipe.json',
        'licenses/THIRD-PARTY.txt',
      ]),
    );
    expect(names.filter((name) => /\.map$|(?<!\.d)\.tsx?$|test/.test(name))).toEqual([]);
  });

  it('imports exactly its declared dependencies', () => {
    const imported = new Set<string>();
    const sources = packed()
      .filter((each) => each.endsWith('.js'))
      .map((name) => readFileSync(join(installed.package, name), 'utf8'));
    for (const source of sources) {
      const specifiers = source.matchAll(
        /(?:^|\n)(?:import|export)\s[^"';]*?["']([^"']+)["']|(?:import|require\d*)\(["']([^"']+)["']\)/g,
      );
      for (const [, from, called] of specifiers) {
        const specifier = from ?? called ?? '';
        if (!specifier.startsWith('.')) imported.add(specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
      }
    }
    const packages = [...imported].filter((name) => !builtinModules.includes(name.replace(/^node:/, '')));
    const { dependencies, peerDependencies, peerDependenciesMeta } = manifest();
    const declared = { ...dependencies, ...peerDependencies };
    expect(packages.filter((name) => !Object.hasOwn(declared, name))).toEqual([]);
    // True for packages that aren't imported, but whose WebAssembly file is read by its path.
    const isRead = (name: string) => sources.some((source) => new RegExp(`["']${name}/[^"']+\\.wasm["']`).test(source));
    expect(Object.keys(dependencies).filter((name) => !packages.includes(name) && !isRead(name))).toEqual([]);
    expect(packages).not.toContain('tsx');
    expect(Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)).toEqual([]);
  });

  it('names every bundled package in its notices, with the license in the lockfile', () => {
    const { packages } = readJson<{ packages: Record<string, Locked> }>(join(root, 'package-lock.json'));
    const notices = readFileSync(join(installed.package, 'licenses/THIRD-PARTY.txt'), 'utf8');
    const come = lockedDependencies(packages, Object.keys(manifest().dependencies));
    expect(come.length).toBeGreaterThan(20);
    for (const [path, { name = path.split('node_modules/').at(-1), version, license }] of come)
      expect(notices, path).toContain(`\n  ${name} ${version} (${license})\n`);
    expect(notices).toContain(`The ${come.length} packages in this build`);
  });

  it('has the schemas that the command prints', async () => {
    for (const id of ['crop', 'write-vertical']) {
      const schema = readFileSync(join(installed.package, 'schemas', `${id}.json`), 'utf8');
      expect((await commandHere(root, ['schema', id])).stdout).toBe(schema);
    }
    const ids = operations.map(({ id }) => `${id}.json`);
    expect(readdirSync(join(installed.package, 'schemas')).sort()).toEqual(
      [...ids, 'config.json', 'recipe.json'].sort(),
    );
  });
});

interface Locked {
  readonly name?: string;
  readonly version: string;
  readonly license: string;
  readonly os?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Returns these packages and their dependencies, as in the lockfile, but no binaries for a single system. */
function lockedDependencies(packages: Record<string, Locked>, names: readonly string[]): [string, Locked][] {
  const found = new Map<string, Locked>();
  const add = (name: string, origin: string) => {
    const places = origin
      .split('/node_modules/')
      .map((_, index, parts) => parts.slice(0, index + 1).join('/node_modules/'));
    const nested = places.toReversed().map((place) => `${place}/node_modules/${name}`);
    const path = [...nested, `node_modules/${name}`].find((each) => packages[each]) ?? '';
    const locked = packages[path];
    if (!locked) throw new Error(`${name} is not in the lockfile`);
    if (found.has(path) || locked.os) return;
    found.set(path, locked);
    for (const each of Object.keys(locked.dependencies ?? {})) add(each, path);
  };
  for (const name of names) add(name, 'core');
  return [...found];
}

describe('the package in an empty project', () => {
  it('prints the same help and version as the command in the repository', async () => {
    for (const args of [['--help'], ['crop', '--help'], ['help', 'run'], ['--version'], ['list']]) {
      const here = await commandHere(root, args);
      expect(await fudebako(...args), args.join(' ')).toEqual(here);
      expect(here.stdout).not.toBe('');
    }
    expect((await fudebako('crop', '--nonsense')).code).toBe(2);
  });

  it('writes the same bytes as the command in the repository, alone and for several files in threads', async () => {
    const noise = Uint8Array.from({ length: 64 * 48 * 3 }, (_, index) => (index * 7919) % 251);
    for (const name of ['a.png', 'b.png'])
      await sharp(noise, { raw: { width: 64, height: 48, channels: 3 } }).toFile(inProject(name));
    const flags = ['--factor', '0.5', '--format', 'webp'];
    const finished = await fudebako('scale', 'a.png', 'b.png', '-o', 'out', '--jobs', '2', ...flags);
    expect(finished).toMatchObject({ code: 0, stderr: '' });
    expect(await fudebako('scale', 'a.png', '-o', 'one.webp', '--ratio', '0.5')).toMatchObject({ code: 0 });
    await commandHere(installed.project, ['scale', 'a.png', '-o', 'here.webp', '--ratio', '0.5']);
    const expected = readFileSync(inProject('here.webp'));
    for (const name of ['out/a.webp', 'out/b.webp', 'one.webp'])
      expect(readFileSync(inProject(name)).equals(expected), name).toBe(true);
  });

  it('names the missing fonts package, and writes the same image as the repository once that package is installed', async () => {
    const args = ['write-vertical', '--text', '古池や', '--width', '200', '--height', '300', '-o'];
    expect(await fudebako(...args, 'poem.png')).toMatchObject({
      code: 1,
      stderr: 'poem.png: Text needs the package @fudebako/fonts. Install its tarball, fudebako-fonts.\n',
    });
    installed.addFonts();
    expect(await fudebako(...args, 'poem.png')).toMatchObject({ code: 0, stderr: '' });
    await commandHere(installed.project, [...args, 'here.png']);
    expect(readFileSync(inProject('poem.png')).equals(readFileSync(inProject('here.png')))).toBe(true);
  });

  it('names the missing video packages, and makes a video once the smaller package is installed', async () => {
    const samples = new Int16Array(8000).fill(0);
    writeFileSync(inProject('silence.wav'), wavOf(samples, 8000));
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#804020' } }).toFile(inProject('c.png'));
    const args = ['sound-to-video', '--audio', 'silence.wav', '--main', 'c.png', '--resolution', 'square_1080'];
    const refused = await fudebako(...args, '--fps', '1', '-o', 'animation.mp4');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/npm install --ignore-scripts node-av .*npm install @ffmpeg\/core/);
    installed.add('@ffmpeg/core');
    expect(await fudebako(...args, '--fps', '1', '-o', 'animation.mp4')).toMatchObject({ code: 0 });
    expect(codecsOf(inProject('animation.mp4'))).toBe('aac h264');
  });

  it('is a library whose types check the parameters of operations', async () => {
    writeFileSync(inProject('program.ts'), PROGRAM);
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } }).toFile(inProject('in.png'));
    for (const name of ['@types/node', 'undici-types']) installed.add(name);
    const options = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--types', 'node'];
    const tsc = join(root, 'node_modules/typescript-7/bin/tsc');
    expect(await node(installed.project, tsc, ...options, 'program.ts')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await node(installed.project, 'program.js')).toEqual({
      code: 0,
      stdout: 'webp 20 × 15\nimage png 40\ntrue true\ntext is required. text is required. parameterRequired true\n',
      stderr: '',
    });
    expect((await sharp(inProject('small.webp')).metadata()).width).toBe(20);
  });

  it('has types that need neither the types of the DOM nor those of Node.js', async () => {
    writeFileSync(inProject('plain.ts'), PLAIN_PROGRAM);
    const compilerOptions = {
      ...{ strict: true, noEmit: true, module: 'nodenext', target: 'es2022' },
      ...{ lib: ['es2022'], types: [], skipLibCheck: false },
    };
    writeFileSync(inProject('tsconfig.json'), JSON.stringify({ compilerOptions, files: ['plain.ts'] }));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const checked = await node(installed.project, tsc, '-p', 'tsconfig.json');
    rmSync(inProject('tsconfig.json'));
    expect(checked).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it.each(['esm', 'cjs'] as const)(
    'runs beside an esbuild bundle (%s), and refuses to run inside it',
    async (format) => {
      await sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } }).toFile(
        inProject('in.png'),
      );
      const program =
        "import { run } from 'fudebako';\nrun('scale', { image: 'in.png' }, { width: 20 }, { format: 'webp' }).then(({ format, width }) => console.log(format, width));";
      const bundle = (external: string[], file: string) =>
        build({
          ...{ stdin: { contents: program, resolveDir: installed.project }, bundle: true, platform: 'node', format },
          ...{ external, outfile: inProject(file), logLevel: 'error' },
          ...(format === 'cjs' && { logOverride: { 'empty-import-meta': 'silent' } }),
        });
      const extension = format === 'esm' ? 'mjs' : 'cjs';
      await bundle(['fudebako'], `beside.${extension}`);
      await bundle([], `inside.${extension}`);
      if (format === 'esm' || process.features.require_module)
        expect(await node(installed.project, '--no-warnings', `beside.${extension}`)).toEqual({
          code: 0,
          stdout: 'webp 20\n',
          stderr: '',
        });
      const inside = await node(installed.project, `inside.${extension}`);
      expect(inside.code).toBe(1);
      expect(inside.stderr).toContain('Keep the package external, for example with esbuild --external:fudebako.');
    },
  );

  it('can be loaded by require() where Node allows it', async () => {
    writeFileSync(inProject('old.cjs'), "console.log(require('fudebako').operations.length);");
    const { stdout } = await node(installed.project, '--no-warnings', 'old.cjs');
    expect(Number(stdout)).toBeGreaterThan(10);
  });
});

describe('a line of the cookbook, run from the tarball in an empty folder', () => {
  beforeAll(async () => {
    installed.addFonts();
    // Uses the optional native encoder if it is installed, because it is faster.
    installed.add(existsSync(join(root, 'node_modules/node-av')) ? 'node-av' : '@ffmpeg/core');
    await writeCookbookFiles(installed.project);
  });

  it('exists for each of the eleven jobs', () => {
    expect(cookbookSize).toEqual({ jobs: 11, lines: cookbookLines.length });
  });

  it.each(isDeep ? cookbookLines : cookbookLines.slice(1, 3))(
    'runs: $line',
    { timeout: 240_000 },
    async ({ args, made }) => {
      expect(await fudebako(...args)).toMatchObject({ code: 0, stderr: '' });
      expect(made).toBeDefined();
      for (const name of made ?? []) expect(statSync(inProject(name)).size).toBeGreaterThan(0);
      if (made?.includes('episode.mp4')) expect(codecsOf(inProject('episode.mp4'))).toBe('aac h264');
    },
  );
});

/** Returns the keys and texts of nested tables. */
function entriesOf(table: object): [key: string, text: string][] {
  return Object.entries(table).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value]] : entriesOf(value),
  );
}

/** Returns the codecs of a media file, in alphabetical order. */
function codecsOf(path: string): string {
  const probe = ['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', path];
  return execFileSync('ffprobe', probe, { encoding: 'utf8' }).split('\n').sort().join(' ').trim();
}

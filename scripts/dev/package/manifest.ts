import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export const readManifest = (path: string): Manifest => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Optional peer dependencies: native video encoding, and FFmpeg for WebAssembly. */
const OPTIONAL = ['node-av', '@ffmpeg/core'];

/** Packages whose files are loaded by path, so imports don't reveal the dependency. */
const LOADED_BY_PATH = ['@ffmpeg/core', '@napi-rs/canvas', 'harfbuzzjs'];

/** Packages that a checkout imports, but that the compiled package doesn't need. */
const NOT_NEEDED = ['tsx'];

/** Returns the published `package.json`. Exact versions keep results stable. Throws Error for an undeclared import. */
export function packageManifest(imported: ReadonlySet<string>): Record<string, unknown> {
  const project = readManifest('package.json');
  const { dependencies: ofCore } = readManifest('core/package.json');
  const versions: Record<string, string> = { ...project.dependencies, ...project.optionalDependencies, ...ofCore };
  const wanted = [...new Set([...imported, ...LOADED_BY_PATH])].filter((name) => !NOT_NEEDED.includes(name)).sort();
  const versionOf = (name: string) => {
    const version = versions[name];
    if (version === undefined) throw new Error(`${name} is imported, but not in package.json`);
    return version;
  };
  const entries = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, versionOf(name)]));
  return {
    name: 'fudebako',
    version: project.version,
    description: project.description,
    license: project.license,
    keywords: ['image', 'text', 'video', 'audio', 'vertical-text', 'crop', 'convert', 'cli'],
    type: 'module',
    engines: project.engines,
    bin: { fudebako: 'dist/fudebako.js' },
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './schemas/*.json': './schemas/*.json',
      './package.json': './package.json',
    },
    types: './dist/index.d.ts',
    // Bundlers must include the module that refuses to run in a bundle.
    sideEffects: ['./dist/index.js', './dist/unbundled.js'],
    files: ['dist', 'schemas', 'licenses', 'CHANGELOG.md'],
    dependencies: entries(wanted.filter((name) => !OPTIONAL.includes(name))),
    peerDependencies: { [FONTS_PACKAGE]: project.version, ...entries(OPTIONAL) },
    peerDependenciesMeta: Object.fromEntries([FONTS_PACKAGE, ...OPTIONAL].map((name) => [name, { optional: true }])),
  };
}

export function fontsManifest(): Record<string, unknown> {
  const { version, engines } = readManifest('package.json');
  return {
    name: FONTS_PACKAGE,
    version,
    description: 'The fonts that Fudebako writes texts with.',
    license: '(OFL-1.1 AND Apache-2.0)',
    type: 'module',
    engines,
    exports: { './package.json': './package.json', './files/*': './files/*' },
    files: ['files', 'licenses'],
  };
}

export const root = resolve(import.meta.dirname, '../../..');

export const FONTS_PACKAGE = '@fudebako/fonts';

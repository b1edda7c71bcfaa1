import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fontFamilies } from '#core/fonts/catalogue.ts';
import { clientFolder } from '#scripts/dev/build/first-load.ts';
import { NOTICES_FILE, packageFolder, readPackage, writeNotices } from '#scripts/dev/build/notices.ts';

const root = resolve(import.meta.dirname, '../..');
const path = join(clientFolder, NOTICES_FILE);

/** Packages that only esbuild bundles, each with text from code that must be absent from the page's scripts. */
const EXCLUDED: Readonly<Record<string, string>> = {
  earcut: '.steiner',
  'html-parse-stringify': '<[a-zA-Z0-9',
  'parse-svg-path': '[^astvzqmhlc]',
  'tiny-lru': 'setWithEvicted',
  'void-elements': '<[a-zA-Z0-9',
};

/** Returns the packages that the build's notices list in lines of the form `name version (license)`. */
function listed(): Map<string, { version: string; license: string }> {
  const [, list = ''] = /packages in this build\n-+\n\n([\s\S]*?)\n\n/.exec(readFileSync(path, 'utf8')) ?? [];
  const lines = list.split('\n').map((line) => /^ {2}(\S+) (\S+) \((.+)\)$/.exec(line) ?? []);
  return new Map(lines.map(([, name = '', version = '', license = '']) => [name, { version, license }]));
}

/** Returns the packages that esbuild, another bundler, finds in the page, its workers and their imports. */
async function bundledByEsbuild(): Promise<Set<string>> {
  const { build } = createRequire(createRequire(import.meta.url).resolve('vite'))(
    'esbuild',
  ) as typeof import('esbuild');
  const files = readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' });
  const entries = files.filter((file) => /^(?:entry\.client|root)\.tsx$|^routes[\\/]|\.worker\.ts$/.test(file));
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries.map((file) => join(root, 'app', file)),
    bundle: true,
    write: false,
    metafile: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    outdir: join(root, '.cache/never-written'),
    jsx: 'automatic',
    logLevel: 'silent',
    minifySyntax: true,
    define: { 'import.meta.env.DEV': 'false', 'process.env.NODE_ENV': '"production"' },
    loader: { '.svg': 'file', '.webp': 'file', '.wasm': 'file', '.woff2': 'file', '.css': 'empty' },
    external: ['node:*', 'module', 'fs', 'path', 'url', 'worker_threads', 'crypto'],
    plugins: [
      {
        name: 'as-vite-does',
        setup({ onResolve, onLoad, resolve: find }) {
          onResolve({ filter: /\?(?:url|raw|worker)/ }, async ({ path: from, resolveDir, kind }) => {
            const found = await find(from.replace(/\?.*$/, ''), { resolveDir, kind });
            return { path: found.path, namespace: 'address' };
          });
          onLoad({ filter: /.*/, namespace: 'address' }, () => ({ contents: 'export default ""' }));
        },
      },
    ],
  });
  const packages = new Set<string>();
  for (const output of Object.values(metafile.outputs))
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      const folder = bytesInOutput > 0 ? packageFolder(input.replace(/^address:/, '')) : undefined;
      if (folder) packages.add(readPackage(resolve(root, folder)).name);
    }
  return packages;
}

describe.skipIf(!existsSync(path))('the notices of the build (needs npm run build)', () => {
  it('name every package that another bundler finds in the page', async () => {
    const names = listed();
    const found = await bundledByEsbuild();
    expect(found.size).toBeGreaterThan(45);
    for (const name of [
      'react',
      'mediabunny',
      '@resvg/resvg-wasm',
      '@ffmpeg/core',
      '@jsquash/webp',
      'wasm-media-encoders',
      'pixi.js',
    ])
      expect(found).toContain(name);
    expect([...found].filter((name) => !names.has(name)).sort()).toEqual(Object.keys(EXCLUDED));
    const assets = join(clientFolder, 'assets');
    const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
    const code = scripts.map((name) => readFileSync(join(assets, name), 'utf8')).join('\n');
    expect(code).toContain('createElement');
    for (const [name, piece] of Object.entries(EXCLUDED)) expect(code.includes(piece), name).toBe(false);
  });

  it('name every font, in the installed version', () => {
    const names = listed();
    for (const { slug } of [...fontFamilies, { slug: 'noto-color-emoji' }]) {
      const { version } = JSON.parse(readFileSync(join(root, `node_modules/@fontsource/${slug}/package.json`), 'utf8'));
      expect(names.get(`@fontsource/${slug}`), slug).toMatchObject({ version });
    }
  });

  it('contain the text of each license, or a link to the text', () => {
    const text = readFileSync(path, 'utf8');
    const [, texts = ''] = text.split('The texts of their licenses\n');
    for (const [name, { version, license }] of listed()) expect(texts).toContain(`  ${name} ${version} (${license})\n`);
    const sections = texts.split('='.repeat(80)).slice(1);
    for (const section of sections) {
      const [, body = ''] = section.split('-'.repeat(80));
      const [, beside] = /lies beside this file: (\S+)/.exec(body) ?? [];
      if (beside) expect(existsSync(join(clientFolder, 'licenses', beside)), beside).toBe(true);
      else expect(body.trim().length, section.slice(0, 200)).toBeGreaterThan(500);
    }
  });

  it('state the source location of LGPL and GPL code', () => {
    const text = readFileSync(path, 'utf8');
    for (const [, { license }] of listed())
      if (/GPL/.test(license)) expect(license).toMatch(/^(?:GPL-2\.0-or-later|LGPL-3\.0)$/);
    for (const source of ['FFmpeg/FFmpeg/tree/n5.1.4', 'lame-3.100.tar.gz', 'lamejs-1.2.7.tgz', 'mpg123.de'])
      expect(text).toContain(source);
  });
});

describe('the notices generator', () => {
  it('finds the package folder of a module by the module’s path', () => {
    const folder = (id: string) => packageFolder(id);
    expect(folder('/a/node_modules/x/index.js?v=1')).toBe('/a/node_modules/x');
    expect(folder('\0/a/node_modules/@s/x/lib/b.js?commonjs-proxy')).toBe('/a/node_modules/@s/x');
    expect(folder('/a/node_modules/x/node_modules/y/c.js')).toBe('/a/node_modules/x/node_modules/y');
    expect(folder('/a/core/x.ts')).toBeUndefined();
    expect(folder('\0vite/preload-helper.js')).toBeUndefined();
  });

  it('lists every package, and repeats no license text', () => {
    const each = (name: string, text: string) => ({ name, version: '1.0.0', license: 'MIT', text });
    const written = writeNotices('beginning\n', [each('b', 'one'), each('a', 'two'), each('c', 'one')]);
    expect(written).toContain('The 3 packages in this build');
    expect(written.match(/^one$/gm)).toHaveLength(1);
    expect(written).toContain('  b 1.0.0 (MIT)\n  c 1.0.0 (MIT)\n');
    expect(written.startsWith('beginning\n')).toBe(true);
  });
});

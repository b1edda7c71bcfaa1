import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Packages that have an install script, and why the project doesn't need the script. */
const NOT_RUN: Readonly<Record<string, string>> = {
  esbuild: 'puts its program in the place of a script that starts it; the script does',
  'node-av': 'looks for its binary, and downloads FFmpeg’s program; the binary comes as a package of its own',
};

it('no package runs an install script', () => {
  expect(readFileSync(resolve(root, '.npmrc'), 'utf8').split('\n')).toContain('ignore-scripts=true');
});

it('a new package with an install script is reported', () => {
  const { packages } = JSON.parse(readFileSync(resolve(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const wanting = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.split('node_modules/').at(-1) as string);
  expect([...new Set(wanting)].filter((name) => !Object.hasOwn(NOT_RUN, name))).toEqual([]);
  expect(wanting).toContain('esbuild');
});

it('every registry package has a checksum', () => {
  const { packages } = JSON.parse(readFileSync(resolve(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { resolved?: string; integrity?: string; link?: boolean; inBundle?: boolean }>;
  };
  // A bundled package is part of its parent's file, whose checksum covers both.
  const fetched = Object.entries(packages).filter(
    ([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle,
  );
  expect(fetched.length).toBeGreaterThan(500);
  for (const [path, { resolved, integrity }] of fetched) {
    // A package without a URL comes from the registry.
    expect(resolved ?? 'https://registry.npmjs.org/', path).toMatch(/^https:\/\/registry\.npmjs\.org\//);
    expect(integrity, path).toMatch(/^sha512-/);
  }
});

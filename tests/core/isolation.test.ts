import { readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const core = resolve(import.meta.dirname, '../../core');
const { dependencies = {} } = JSON.parse(readFileSync(resolve(core, 'package.json'), 'utf8'));

const files = readdirSync(core, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
  .map((name) => [name, readFileSync(resolve(core, name), 'utf8')] as const);

/** Returns static and dynamic imports, including imports of types. */
const importsOf = (source: string) =>
  [...source.matchAll(/(?:\bfrom|(?<!@)\bimport)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, specifier]) => specifier ?? '');

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

// Needs no test for names of the DOM and Node: the compiler refuses these in core, which lacks their types.
describe('in the folder core', () => {
  it.each(files)('%s imports only its own files and its declared packages', (name, source) => {
    for (const specifier of importsOf(source)) {
      if (specifier.startsWith('.')) {
        expect(relative(core, resolve(core, dirname(name), specifier))).not.toMatch(/^\.\./);
        expect(specifier).toMatch(/\.ts$/);
      } else expect(Object.keys(dependencies)).toContain(packageOf(specifier));
    }
  });

  it('no module depends on a framework', () => {
    expect(Object.keys(dependencies).filter((name) => /react|remix|node:|pixi|vue|jsdom/.test(name))).toEqual([]);
  });

  it('everything compiles without the DOM and without Node', () => {
    const { compilerOptions } = JSON.parse(readFileSync(resolve(core, 'tsconfig.json'), 'utf8'));
    expect(compilerOptions).toMatchObject({ lib: ['ES2023'], types: [] });
  });
});

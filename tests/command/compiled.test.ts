import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compiledModule, STARTED_MODULES, stampOf } from '../../scripts/platform/compiled.mjs';
import { emptyFolder } from '../temporary-folders.ts';

const root = resolve(import.meta.dirname, '../..');
const urlOf = (path: string) => pathToFileURL(join(root, path)).href;

describe('the compiled command', () => {
  it.each(Object.values(STARTED_MODULES))('contains the module %s', (path) => {
    const compiled = compiledModule(urlOf(path));
    expect(compiled).toMatch(/\/\.cache\/command-[0-9a-f]{16}\/[\w.]+\.js$/);
    expect(existsSync(fileURLToPath(compiled ?? ''))).toBe(true);
  });

  it('does not contain other modules, and loads them from their source', () => {
    expect(compiledModule(urlOf('scripts/dev/bench/bench.ts'))).toBeUndefined();
    expect(compiledModule(pathToFileURL(join(emptyFolder(), 'own.ts')).href)).toBeUndefined();
  });

  it('changes its version stamp after any change of a source', () => {
    const folder = emptyFolder();
    const file = join(folder, 'a/b.ts');
    mkdirSync(join(folder, 'a/node_modules'), { recursive: true });
    const stamps: string[] = [];
    const note = (change: () => void) => {
      change();
      stamps.push(stampOf([folder]));
    };
    note(() => writeFileSync(file, '1'));
    note(() => writeFileSync(file, '12'));
    note(() => utimesSync(file, 5, 5));
    note(() => writeFileSync(join(folder, 'a/c.ts'), ''));
    note(() => rmSync(file));
    expect(new Set(stamps).size).toBe(5);
    note(() => writeFileSync(join(folder, 'a/node_modules/d.ts'), ''));
    expect(stamps.at(-1)).toBe(stamps.at(-2));
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientFolder } from '#scripts/dev/build/first-load.ts';

const folder = join(clientFolder, 'assets');
const sources = join(import.meta.dirname, '../../app');

/** The files that each built file imports, by `import` statements and `import()` calls. */
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*["'`]([^"'`]+\.js)["'`]/g;
const importsOf = (source: string) => [...source.matchAll(IMPORT)].map(([, path]) => basename(path ?? ''));

describe.skipIf(!existsSync(folder))('in the build (needs npm run build)', () => {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.js')) : [];
  const sourceOf = (name: string) => readFileSync(join(folder, name), 'utf8');
  const workers = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.worker\.[jt]s$/.test(name))
    .map((name) => basename(name).replace(/\.[jt]s$/, ''));
  const entriesOf = (worker: string) => files.filter((name) => name.startsWith(`${worker}-`));

  it.each(workers)('the worker entry %s only imports its implementation', (worker) => {
    const entries = entriesOf(worker);
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) {
      const statements = sourceOf(entry)
        .split(';')
        .map((statement) => statement.trim())
        .filter(Boolean);
      expect(importsOf(sourceOf(entry)).length).toBeGreaterThan(0);
      for (const statement of statements) expect(statement).toMatch(/^import\s*["'][^"']+["']$/);
    }
  });

  it('no file imports a worker entry, which WebKit would evaluate a second time', () => {
    const entries = new Set(workers.flatMap(entriesOf));
    const imported = files.flatMap((name) => importsOf(sourceOf(name)).filter((path) => entries.has(path)));
    expect(imported).toEqual([]);
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { clientFolder } from '#scripts/dev/build/first-load.ts';
import { OLDEST } from '#scripts/dev/build/oldest-browsers.ts';

const folder = join(clientFolder, 'assets');

/** APIs that the oldest browsers lack and syntax checks cannot find, each with the browser that added it last. */
const LATER: readonly (readonly [what: string, use: RegExp])[] = [
  ['AbortSignal.any (Firefox 124, Safari 17.4)', /\bAbortSignal\.any\(/],
  ['Array.fromAsync (Chrome 121)', /\bArray\.fromAsync\(/],
  ['Object.groupBy and Map.groupBy (Safari 17.4)', /\b(?:Object|Map)\.groupBy\(/],
  ['Promise.withResolvers (Safari 17.4)', /\bPromise\.withResolvers\(/],
  ['URL.canParse (Safari 17)', /\bURL\.canParse\(/],
  ['Iterator.from (Safari 18.4)', /\bIterator\.from\(/],
  ['RegExp.escape (Safari 18.2)', /\bRegExp\.escape\(/],
];

describe.skipIf(!existsSync(folder))('in the build for the oldest browsers (needs npm run build)', () => {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const scripts = files.filter((name) => name.endsWith('.js'));

  it('every script has only syntax that these browsers support', async () => {
    expect(scripts.length).toBeGreaterThan(0);
    for (const name of scripts) {
      const options = { loader: 'js', format: 'esm', logLevel: 'silent' } as const;
      const [written, lowered] = await Promise.all([
        transform(read(name), { ...options, target: 'esnext' }),
        transform(read(name), { ...options, target: [...OLDEST] }),
      ]);
      expect(lowered.code === written.code, name).toBe(true);
    }
  });

  it.each(LATER)('no script calls %s', (_, use) => {
    expect(scripts.filter((name) => use.test(read(name)))).toEqual([]);
  });

  it('no style sheet calls light-dark()', () => {
    const styles = files.filter((name) => name.endsWith('.css'));
    expect(styles.length).toBeGreaterThan(0);
    for (const name of styles) expect(read(name), name).not.toMatch(/light-dark\(/);
  });
});

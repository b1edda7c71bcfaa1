import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { screens } from '#app/tools/catalog.ts';
import { clientFolder, FIRST_LOAD_LIMIT_BYTES, measureFirstLoad } from '#scripts/dev/build/first-load.ts';

describe.skipIf(!existsSync(clientFolder))('the first visit (needs npm run build)', () => {
  const READ = ['home', 'privacy', 'contact', 'site_issues'];
  it.each(READ)(`fetches at most ${FIRST_LOAD_LIMIT_BYTES / 1000} kB to show /%s`, (screen) => {
    const { files, gzippedBytes } = measureFirstLoad(screen);
    expect(files.map(({ path }) => path)).toContain(`/${screen}.html`);
    expect(files.some(({ path }) => path.startsWith(`/assets/${screen}-`))).toBe(true);
    expect(files.some(({ path }) => path.startsWith('/assets/en-'))).toBe(true);
    expect(gzippedBytes).toBeLessThanOrEqual(FIRST_LOAD_LIMIT_BYTES);
  });

  // Limits the number of files, not only their bytes: requesting a small file takes longer than transferring it.
  it.each(screens.map(({ route }) => route))('requests at most a fixed number of files to show /%s', (screen) => {
    expect(measureFirstLoad(screen).files.length).toBeLessThanOrEqual(36);
  });

  it('fetches neither the command palette nor react-aria to show /home', () => {
    const paths = measureFirstLoad('home').files.map(({ path }) => path);
    expect(paths.filter((path) => /Palette|aria|cmdk/i.test(path))).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operations } from '#core/operations/index.ts';
import { CLI_PAGE_FILE, cliPage } from '#scripts/dev/build/cli-page.ts';

it('docs/cli.md is up to date (npm run cli-page)', () => {
  const page = readFileSync(CLI_PAGE_FILE, 'utf8');
  expect(page).toBe(cliPage(page));
  for (const { id } of operations) expect(page).toContain(`\n### ${id}\n`);
  expect(page).toContain('| `--format <jpg\\|png\\|webp\\|avif\\|gif\\|mp4>` |');
});

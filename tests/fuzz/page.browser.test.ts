import { beforeAll, expect, it } from 'vitest';
import { commands } from 'vitest/browser';
import { createBrowserPlatform } from '#app/platform/browser.ts';
import { inlineWorkers } from '#app/platform/workers.ts';
import { outcomeOf, PAGE_CASES } from './outcomes.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    testScript: (path: string) => Promise<void>;
  }
}

const platform = createBrowserPlatform(inlineWorkers);

const fetched = async (name: string) => {
  const response = await fetch(`/${PAGE_CASES}/${name}`);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
};

let cases: readonly { readonly name: string; readonly outcome: string }[] = [];

beforeAll(async () => {
  await commands.testScript('tests/fuzz/in-node.ts');
  cases = await (await fetched('cases.json')).json();
});

it('hostile images have the same outcome in the page as in the command', async () => {
  const [here, there]: [string[], string[]] = [[], []];
  for (const { name, outcome } of cases) {
    const bytes = new Uint8Array(await (await fetched(`${name}.bin`)).arrayBuffer());
    here.push(`${name}: ${await outcomeOf(bytes, platform)}`);
    there.push(`${name}: ${outcome}`);
  }
  expect(here.length).toBeGreaterThan(50);
  expect(here).toEqual(there);
});

import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CONTEXT, chromiumLaunch } from '../../scripts/dev/setup/chromium.mjs';
import { answerLate } from './late-answers.ts';
import { difference, look, type Sight, settle, untilStored } from './sight.ts';
import { type Act, type Chance, COLORS, type Visitor, visitors } from './visitors.ts';

/**
 * Lets visitors work in the built page while its database and workers answer late: `npm run races:page -- --runs 200
 * --seed 1`, after `npm run build`. A run depends on its seed only, except for the machine's own speed.
 */
const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '3' },
    only: { type: 'string' },
  },
});

const LATE = { databaseMs: 2500, workerMs: 800 };
/** Actions that take something away, which half of the runs don't use. */
const TAKES_AWAY = /^(?:undo|redo|remove|clear|close)/;
/** Actions with which a visitor starts. */
const ADDS = /^(?:open|drop|add)/;
/** Offset of a pixel of the small image that neither a border nor a text covers. */
const PROBE = (5 * 24 + 5) * 3;

class Run {
  private readonly chance: Chance;
  readonly journal: string[] = [];
  /** The visitor's actions, and whether the screen let them happen. */
  readonly tried: (readonly [name: string, isDone: boolean])[] = [];
  private readonly errors: string[] = [];
  private page!: Page;

  constructor(
    private readonly seed: number,
    private readonly visitor: Visitor,
  ) {
    let state = seed * 7919;
    const below = (count: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * count);
    };
    let files = 0;
    this.chance = {
      below,
      of: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
      number: () => ++files,
      added: [],
    };
  }

  async visit(browser: Browser): Promise<void> {
    const context = await browser.newContext({
      ...CONTEXT,
      baseURL: origin,
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    try {
      context.on('weberror', (error) => this.errors.push(String(error.error())));
      // The compiler names the functions that it passes to the page.
      await context.addInitScript('globalThis.__name = (named) => named');
      await context.addInitScript(answerLate, { seed: this.seed, ...LATE });
      this.page = await context.newPage();
      await this.page.goto(`/${this.chance.of(this.visitor.routes)}`);
      await this.act();
      await this.check();
    } catch (error) {
      await this.page.screenshot({ path: join(root, `test-results/races/${this.seed}.png`) }).catch(() => undefined);
      throw error;
    } finally {
      await context.close();
    }
  }

  private async act(): Promise<void> {
    const { below, of } = this.chance;
    const keepsAll = below(2) === 0;
    const acts = Object.entries(this.visitor.acts).filter(([name]) => !keepsAll || !TAKES_AWAY.test(name));
    const adds = acts.filter(([name]) => ADDS.test(name));
    for (let left = 4 + below(5); left > 0; left--) {
      if (this.chance.added.length > 0 && below(6) === 0) await this.changeTabs(of(['reload', 'duplicate', 'reopen']));
      else {
        const [name, act] = of(this.chance.added.length > 0 ? acts : adds);
        let isDone = await this.succeeds(act);
        if (!isDone) {
          await settle(this.page);
          isDone = await this.succeeds(act);
        }
        this.journal.push(isDone ? name : `(not possible: ${name})`);
        this.tried.push([name, isDone]);
      }
      await this.noErrors();
      if (below(3) === 0) {
        await settle(this.page);
        this.showsDocument(await look(this.page));
      } else await this.page.waitForTimeout(below(400));
    }
    await settle(this.page);
    if (keepsAll) await this.nothingMissing();
  }

  /** Returns false if the screen doesn't let the visitor act, for example while a file opens. */
  private async succeeds(act: Act): Promise<boolean> {
    try {
      await act(this.page, this.chance);
      return true;
    } catch (error) {
      if (!/Timeout|no mask/.test(String(error))) throw error;
      return false;
    }
  }

  private async changeTabs(how: 'reload' | 'duplicate' | 'reopen'): Promise<void> {
    this.journal.push(how);
    const isCalm = this.chance.below(2) === 0 && how !== 'duplicate';
    if (isCalm) await settle(this.page);
    else await untilStored(this.page);
    const before = isCalm ? await this.look() : undefined;
    const { context, url } = { context: this.page.context(), url: this.page.url() };
    if (how === 'reload') await this.page.reload();
    else if (how === 'reopen') {
      await this.page.close();
      this.page = await context.newPage();
      await this.page.goto(url);
    } else {
      // A window that a page opens gets a copy of its session storage, as a duplicated tab does.
      const opened = this.page.waitForEvent('popup');
      await this.page.evaluate(() => void window.open(location.href));
      const duplicate = await opened;
      await duplicate.waitForURL(url);
      if (this.chance.below(2) === 0) await this.page.reload();
      await settle(duplicate);
      await this.noErrors(duplicate);
      await duplicate.close();
      // The next new tab would show the work of the tab that stored last.
      await settle(this.page);
    }
    if (before) {
      await settle(this.page);
      this.same(`after the ${how}`, before, await this.look());
    }
  }

  /** Shows each part of the document, and combines what the visitor sees. */
  private async look(): Promise<Sight> {
    const sights: Sight[] = [];
    for (const name of this.visitor.tabs ?? []) {
      await this.page.getByRole('tab', { name, exact: true }).click();
      await settle(this.page);
      sights.push(await look(this.page));
    }
    const last = sights.at(-1) ?? (await look(this.page));
    const all = sights.length > 0 ? sights : [last];
    return { names: all.flatMap(({ names }) => names), texts: all.flatMap(({ texts }) => texts), pixels: last.pixels };
  }

  private async nothingMissing(): Promise<void> {
    const kindOf = (name: string) => name.split('-')[0] ?? '';
    const all = this.chance.added.flat();
    const kept = all.filter((name) => {
      const last = this.chance.added.findLast((names) => names.some((each) => kindOf(each) === kindOf(name)));
      return this.visitor.lists?.includes(kindOf(name)) || last?.includes(name);
    });
    const { names } = await this.look();
    const missing = kept.filter((name) => !names.includes(name));
    if (missing.length > 0) throw new Error(`missing: ${missing.join()}; shown: ${[...new Set(names)].join()}`);
  }

  private async check(): Promise<void> {
    const made = await this.look();
    await this.page.reload();
    await settle(this.page);
    this.same('after a reload at the end', made, await this.look());
    await this.travel(/^Redo/);
    const last = await this.look();
    const down = await this.travel(/^Undo/);
    const up = await this.travel(/^Redo/);
    if (up.length !== down.length) throw new Error(`${down.length - 1} undo steps, ${up.length - 1} redo steps`);
    for (const [at, sight] of down.reverse().entries()) this.same(`at undo step ${at}`, sight, up[at] as Sight);
    this.same('after undo and redo', last, await this.look());
    await this.noErrors();
  }

  /** Presses a button until it is disabled. Returns what the visitor saw before the first press and after each. */
  private async travel(name: RegExp): Promise<Sight[]> {
    const button = this.page.getByRole('button', { name }).first();
    const sights = [await look(this.page)];
    while ((await button.count()) > 0 && (await button.isEnabled())) {
      if (sights.length > 60) throw new Error(`${name} never ends`);
      await button.click();
      await settle(this.page);
      sights.push(await look(this.page));
      await this.noErrors();
    }
    return sights;
  }

  private same(when: string, before: Sight, after: Sight): void {
    const found = difference(before, after);
    if (found) throw new Error(`${when}: ${found}`);
  }

  /** Checks that the stage shows the image that is named beside it. */
  private showsDocument({ texts, names, pixels }: Sight): void {
    const [name = '', ...others] = new Set(names);
    if (!this.visitor.showsImage || !pixels || others.length > 0 || texts.some((line) => line.includes('is open')))
      return;
    const color = COLORS[Number(/\d+/.exec(name)?.[0]) % COLORS.length];
    const shown = [...pixels.subarray(PROBE, PROBE + 3)];
    if (color?.some((value, channel) => Math.abs(value - (shown[channel] ?? 0)) > 12))
      throw new Error(`${name} has the color ${color}, but the stage ${shown}`);
  }

  private async noErrors(page = this.page): Promise<void> {
    const dialog = page.getByRole('dialog', { name: 'Error' });
    if (await dialog.isVisible()) throw new Error(`An error dialog: ${await dialog.textContent()}`);
    if (this.errors.length > 0) throw new Error(this.errors.join('; '));
  }
}

const root = resolve(import.meta.dirname, '../..');
const port = process.env.E2E_PORT ?? '4319';
const origin = `http://localhost:${port}`;
const server = spawn(process.execPath, [join(root, 'scripts/serve.mjs'), '--port', port], { stdio: 'ignore' });
while (!(await fetch(`${origin}/home`).catch(() => undefined))?.ok && server.exitCode === null) await wait(100);
if (server.exitCode !== null) throw new Error(`Build first, or port ${port} is taken: set E2E_PORT`);
const browser = await chromium.launch(await chromiumLaunch());
const names = Object.keys(visitors);
const first = Number(options.seed);
let [next, faults] = [first, 0];
const actions = new Map<string, { tried: number; done: number }>();
async function runInTurn(): Promise<void> {
  while (next < first + Number(options.runs)) {
    const seed = next++;
    const name = options.only ?? (names[seed % names.length] as string);
    const run = new Run(seed, visitors[name] as Visitor);
    const fault = await run.visit(browser).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (fault) faults++;
    for (const [act, isDone] of run.tried) {
      const { tried, done } = actions.get(`${name}: ${act}`) ?? { tried: 0, done: 0 };
      actions.set(`${name}: ${act}`, { tried: tried + 1, done: done + Number(isDone) });
    }
    console.log(`${fault ? '✗' : '✓'} seed ${seed}, ${name}: ${run.journal.join(', ')}${fault ? `\n  ${fault}` : ''}`);
  }
}
try {
  await Promise.all(Array.from({ length: Number(options.jobs) }, runInTurn));
} finally {
  await browser.close();
  server.kill();
}
/** Actions that no screen has allowed: the screens have changed, and the action tests nothing. */
const impossible = [...actions].filter(([, { tried, done }]) => tried > 3 && done === 0).map(([act]) => act);
for (const act of impossible) console.log(`never possible: ${act}`);
const done = [...actions.values()].reduce((sum, { done }) => sum + done, 0);
console.log(`${options.runs} runs with ${done} actions, ${faults} with a fault`);
process.exit(faults + impossible.length > 0 ? 1 : 0);

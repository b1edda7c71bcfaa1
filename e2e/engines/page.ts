import { type EngineDriver, wait } from './engine.ts';

/** Timeout in milliseconds. Long enough for a busy machine. */
const PATIENCE_MS = 90_000;

/** A page in a browser engine. Tests use roles, names and files to operate the page. */
export class EnginePage {
  /** Duration in seconds of the job that `timed` last measured. */
  workSeconds: number | undefined;

  constructor(
    private readonly driver: EngineDriver,
    private readonly origin: string,
  ) {}

  async open(route: string): Promise<void> {
    await this.driver.goto(`${this.origin}/${route}`);
    await this.until('a heading', () => this.driver.call('place', 'heading'));
  }

  async press(role: 'button' | 'tab' | 'link' | 'menuitem', name: string): Promise<void> {
    const [x, y] = (await this.until(`${role} ${name}`, () => this.driver.call('place', role, name))) as [
      number,
      number,
    ];
    await this.driver.press(x, y);
  }

  async fill(name: string, value: string | number): Promise<void> {
    const [x, y] = (await this.until(name, () => this.driver.call('place', 'textbox', name))) as [number, number];
    await this.driver.press(x, y);
    await this.driver.call('select', 'textbox', name);
    await this.driver.type(String(value));
    await this.leaveField();
  }

  /** Presses the heading, so that the field loses the focus. */
  async leaveField(): Promise<void> {
    const [x, y] = (await this.until('a heading', () => this.driver.call('place', 'heading'))) as [number, number];
    await this.driver.press(x, y);
  }

  async openFiles(...paths: readonly string[]): Promise<void> {
    await this.until('a file input', () => this.driver.call('hasFileInput'));
    await this.driver.setFiles(paths);
  }

  /** Runs an action that redraws the image, and waits until the image area is idle. */
  async drawn(act: () => Promise<void>): Promise<void> {
    const before = Number((await this.driver.call('rests')) ?? -1);
    await act();
    await this.until('the stage at rest', async () => {
      const rests = await this.driver.call('rests');
      return rests !== null && Number(rests) > before;
    });
  }

  text(text: string): Promise<unknown> {
    return this.until(`“${text}”`, () => this.driver.call('hasText', text));
  }

  /** Pastes a recipe through the tool's menu. */
  async pasteRecipe(recipe: unknown): Promise<void> {
    await this.driver.call('holdInClipboard', JSON.stringify(recipe));
    await this.press('button', 'More');
    await this.press('menuitem', 'Paste recipe');
    await this.until('what the recipe has done', () => this.driver.call('place', 'button', 'Undo'));
    await this.until('the stage at rest', () => this.driver.call('rests'));
  }

  /** Copies the recipe through the tool's menu. */
  async copyRecipe(): Promise<unknown> {
    await this.driver.call('catchCopies');
    await this.press('button', 'More');
    await this.press('menuitem', 'Copy recipe');
    return JSON.parse((await this.until('a recipe', () => this.driver.call('copied'))) as string);
  }

  /** Measures a job from the press of a button to the result, for the tables that compare engines. */
  async timed<Result>(work: () => Promise<Result>): Promise<Result> {
    const begun = performance.now();
    const result = await work();
    this.workSeconds = (performance.now() - begun) / 1000;
    return result;
  }

  /** Presses a button or link and returns the downloaded file. */
  async download(role: 'button' | 'link', name: string): Promise<{ name: string; bytes: Buffer }> {
    return this.read(await this.file(role, name));
  }

  /** Returns the index of the download; undefined until the download exists. */
  async file(role: 'button' | 'link', name: string): Promise<number> {
    const index = Number(await this.driver.call('downloads'));
    await this.press(role, name);
    await this.until(`the file of ${name}`, async () => Number(await this.driver.call('downloads')) > index);
    return index;
  }

  async read(index: number): Promise<{ name: string; bytes: Buffer }> {
    const file = (await this.driver.call('download', index)) as { name: string; size: number };
    const parts: Buffer[] = [];
    const PART = 1 << 20;
    for (let start = 0; start < file.size; start += PART)
      parts.push(Buffer.from((await this.driver.call('part', index, start, start + PART)) as string, 'base64'));
    return { name: file.name, bytes: Buffer.concat(parts) };
  }

  async has(role: 'button' | 'link', name: string): Promise<void> {
    await this.until(`${role} ${name}`, () => this.driver.call('place', role, name));
  }

  /** Waits until `look` returns a value other than false, null and undefined. */
  async until<Value>(what: string, look: () => Promise<Value>): Promise<Value> {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const value = await look();
      if (value !== null && value !== false && value !== undefined) return value;
      if (performance.now() > end)
        throw new Error(`Waited for ${what}. A dialog says: ${await this.driver.call('errorDialog')}`);
      await wait(50);
    }
  }

  number = async (name: 'seek' | 'colors'): Promise<number> => Number(await this.driver.call(name));

  /** Returns all errors: uncaught errors, policy violations and console errors. */
  async errors(): Promise<readonly string[]> {
    return [...((await this.driver.call('errors')) as string[]), ...this.driver.consoleErrors()];
  }
}

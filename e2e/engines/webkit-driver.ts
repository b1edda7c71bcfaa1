import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EngineDriver, pageSide, VIEWPORT, wait } from './engine.ts';

const PORT = 27_611;
const CONSOLE_ERROR = /CONSOLE \w+ ERROR (.*)/;
/** Matches console errors to ignore: WebKit reports each unknown policy directive as an error. */
const HARMLESS = /Unrecognized Content-Security-Policy directive/;

/** Starts WebKitGTK through WebKitWebDriver (W3C WebDriver), in a window of `webkit-window.py`. */
export async function startWebKit(): Promise<EngineDriver> {
  const folder = mkdtempSync(join(tmpdir(), 'fudebako-webkit-'));
  const env = { ...process.env, LANG: 'en_US.UTF-8', LANGUAGE: 'en' };
  const driver = spawn('WebKitWebDriver', [`--port=${PORT}`, '--host=127.0.0.1'], { env, detached: true });
  // Ends WebKit when this process exits, even if the process is interrupted.
  const stop = () => {
    if (driver.exitCode === null && driver.pid) process.kill(-driver.pid);
  };
  process.once('exit', stop);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  let errors: string[] = [];
  const listen = (data: Buffer) => {
    for (const line of data.toString().split('\n')) {
      const text = /TERMINATED/.test(line) ? line : CONSOLE_ERROR.exec(line)?.[1];
      if (text && !HARMLESS.test(text)) errors.push(text);
    }
  };
  driver.stdout.on('data', listen);
  driver.stderr.on('data', listen);

  const request = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<any> => {
    const answer = await fetch(`http://127.0.0.1:${PORT}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: any };
    if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  for (let tries = 0; ; tries++)
    try {
      await request('GET', '/status');
      break;
    } catch (error) {
      if (tries > 100) throw error;
      await wait(100);
    }

  let session = '';
  let data = '';
  let version = '';
  const end = async () => {
    if (session) await request('DELETE', session).catch(() => undefined);
    session = '';
  };
  const fresh = async () => {
    await end();
    errors = [];
    data = mkdtempSync(join(folder, 'data-'));
    const options = {
      binary: join(import.meta.dirname, 'webkit-window.py'),
      args: ['--data', data, '--script', pageSide],
    };
    const capabilities = { alwaysMatch: { browserName: 'webkit-window', 'webkitgtk:browserOptions': options } };
    const { sessionId, capabilities: granted } = await request('POST', '/session', { capabilities });
    session = `/session/${sessionId}`;
    version = `WebKitGTK/${granted.browserVersion}`;
    await request('POST', `${session}/timeouts`, { script: 300_000, pageLoad: 90_000 });
    await request('POST', `${session}/window/rect`, { x: 0, y: 0, ...VIEWPORT });
  };
  await fresh();
  const act = (...actions: object[]) => request('POST', `${session}/actions`, { actions });
  return {
    version,
    fresh,
    goto: (url) => request('POST', `${session}/url`, { url }),
    async call(name, ...values) {
      // Returns the reason of a rejected promise as a value, because WebDriver can't return rejections.
      const script = `const done = arguments[2];
        Promise.resolve().then(() => window.journey[arguments[0]](...arguments[1]))
          .then((value) => done({ value: value ?? null }), (error) => done({ error: String(error) }));`;
      const { value, error } = await request('POST', `${session}/execute/async`, { script, args: [name, values] });
      if (error) throw new Error(error);
      return value;
    },
    async press(x, y) {
      const move = { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y), origin: 'viewport' };
      const actions = [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
      await act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions });
    },
    async type(text) {
      const actions = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
      await act({ type: 'key', id: 'keyboard', actions });
    },
    async setFiles(paths) {
      const found = await request('POST', `${session}/element`, { using: 'css selector', value: 'input[type=file]' });
      await request('POST', `${session}/element/${Object.values(found)[0]}/value`, { text: paths.join('\n') });
    },
    consoleErrors: () => errors,
    async close() {
      await end();
      process.off('exit', stop);
      stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, expect, it, vi } from 'vitest';
import { en } from '#core/locales/all-en.ts';
import { operations } from '#core/operations/index.ts';
import { emptyFolder, write } from '../command/harness.ts';

const grow = WebAssembly.Memory.prototype.grow;
afterEach(() => {
  WebAssembly.Memory.prototype.grow = grow;
});

/** Runs the command with new codecs. The call with index `failAt` that grows a codec's memory fails. */
async function run(args: readonly string[], failAt: number) {
  vi.resetModules();
  const { runCommand } = await import('#scripts/command/main.ts');
  let [calls, stderr] = [0, ''];
  WebAssembly.Memory.prototype.grow = function failing(pages) {
    // V8’s message for memory that cannot grow.
    if (calls++ === failAt) throw new RangeError('WebAssembly.Memory.grow(): Maximum memory size exceeded');
    return grow.call(this, pages);
  };
  const stream = {
    write: (text: string) => {
      stderr += text;
    },
  };
  const code = await runCommand([...args, '--jobs', '1'], {
    operations,
    words: en,
    stdout: { write: () => {} },
    stderr: stream,
  });
  return { code, stderr, calls };
}

it('WebAssembly memory that cannot grow fails the current file, and the next file is processed', async () => {
  const folder = emptyFolder();
  const noise = Uint8Array.from({ length: 500 * 400 * 3 }, (_, index) => Math.imul(index, 2_654_435_761) >>> 24);
  const image = sharp(noise, { raw: { width: 500, height: 400, channels: 3 } });
  const sources = {
    'a.jpg': await image.jpeg().toBuffer(),
    'c.webp': await image.webp().toBuffer(),
  };
  for (const [name, bytes] of Object.entries(sources)) write(join(folder, name), bytes);
  const inputs = Object.keys(sources).map((name) => join(folder, name));
  const scale = (out: string) => ['scale', ...inputs, '-o', join(folder, out), '--ratio', '0.5'];
  const whole = await run(scale('whole'), -1);
  expect([whole.code, whole.stderr]).toEqual([0, '']);
  expect(whole.calls).toBeGreaterThan(2);
  const sentences = new Set<string>();
  for (let n = 0; n < whole.calls; n++) {
    const { code, stderr } = await run(scale(`out-${n}`), n);
    const lines = stderr.split('\n').filter(Boolean);
    const missing = Object.keys(sources).filter((name) => !existsSync(join(folder, `out-${n}`, name)));
    // A failed growth need not fail the file, because an allocator may retry with less memory.
    expect([n, code, lines.length]).toEqual([n, Math.sign(missing.length), missing.length]);
    expect(missing.length).toBeLessThan(2);
    for (const [index, name] of missing.entries()) {
      const [path, sentence] = (lines[index] as string).split(/: (.*)/);
      expect(path).toBe(join(folder, name));
      sentences.add(sentence as string);
    }
    for (const name of Object.keys(sources).filter((each) => !missing.includes(each)))
      expect(readFileSync(join(folder, `out-${n}`, name)).equals(readFileSync(join(folder, 'whole', name)))).toBe(true);
  }
  expect([...sentences]).toEqual(['Out of memory. Use --jobs 1 or a smaller file.']);
});

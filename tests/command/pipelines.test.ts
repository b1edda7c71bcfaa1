import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { random } from '../random.ts';
import { allJsonLines, commandHere, emptyFolder, filesIn, pipe, temporaryFiles, write, writeImage } from './harness.ts';

/** Number of bytes that exceeds the buffer of a pipe. */
function noise(width: number, height: number): Promise<Buffer> {
  const next = random(1);
  const pixels = Uint8Array.from({ length: width * height * 3 }, () => next(256));
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

describe.concurrent('the file name - (stdin and stdout)', () => {
  it('lets the command read an image from stdin, and write the same bytes to stdout as to a file', async () => {
    const folder = emptyFolder();
    const image = await noise(300, 200);
    expect(image.length).toBeGreaterThan(65_536);
    write(join(folder, 'in.png'), image);
    await commandHere(folder, ['scale', 'in.png', '-o', 'out.webp', '--ratio', '0.5']);
    const { child, ended, temporary } = pipe(folder, ['scale', '-', '-o', '-', '--ratio', '0.5', '--format', 'webp']);
    child.stdin.end(image);
    const { code, stdout, stderr } = await ended;
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^- → - \(150 × 100 px, .*\)\n$/)]);
    expect(stdout.equals(readFileSync(join(folder, 'out.webp')))).toBe(true);
    expect(temporaryFiles(temporary)).toEqual([]);
    expect(filesIn(folder)).toEqual(['in.png', 'out.webp']);
  });

  it('reads an image for a flag, and describes a file on standard input', async () => {
    const folder = emptyFolder();
    const inspected = pipe(folder, ['inspect', '-', '--json']);
    inspected.child.stdin.end(await noise(5, 4));
    expect(allJsonLines((await inspected.ended).stdout.toString())).toMatchObject([
      { operation: 'inspect', input: '-', kind: 'image', width: 5, height: 4 },
      { summary: { done: 1, failed: 0 } },
    ]);
    await writeImage(join(folder, 'top.png'));
    const layered = pipe(folder, ['layer', '--top', 'top.png', '--bottom', '-', '-o', 'both.png']);
    layered.child.stdin.end(await noise(12, 8));
    expect(await layered.ended).toMatchObject({ code: 0 });
    expect(await sharp(join(folder, 'both.png')).metadata()).toMatchObject({ width: 12, height: 8 });
  });

  it('leaves no temporary file if the command fails, and the error names - as the input', async () => {
    const { child, ended, temporary } = pipe(emptyFolder(), ['convert', '-', '-o', '-', '--format', 'png']);
    child.stdin.end('no picture');
    const { code, stdout, stderr } = await ended;
    expect([code, stdout.length]).toEqual([1, 0]);
    expect(stderr).toMatch(/^-: /);
    expect(temporaryFiles(temporary)).toEqual([]);
  });

  it('lets a signal stop the command while it waits for stdin, and leaves no temporary file', async () => {
    const { child, ended, temporary } = pipe(emptyFolder(), ['convert', '-', '-o', '-']);
    child.stdin.write(Buffer.alloc(100_000));
    // Waits for the command's temporary file, which exists as soon as part of the input has arrived.
    while (temporaryFiles(temporary).length === 0) await new Promise((resolve) => setImmediate(resolve));
    child.kill('SIGTERM');
    const { code, signal } = await ended;
    expect([code, signal]).toEqual([143, null]);
    expect(temporaryFiles(temporary)).toEqual([]);
  });

  it('is refused twice in a command, as the output of several inputs, and as the output beside --json', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'a.png'));
    mkdirSync(join(folder, 'in'));
    for (const [args, reason] of [
      [['layer', '--top', '-', '--bottom', '-', '-o', 'x.png'], /used only once/],
      [['convert', '-', '--files-from', '-', '-o', 'out'], /used only once/],
      [['convert', 'a.png', 'a.png', '-o', '-'], /Several inputs need an output folder/],
      [['convert', 'in', '-o', '-'], /Several inputs need an output folder/],
      [['convert', 'a.png', '-o', '-', '--json'], /--report/],
    ] as const) {
      const { code, stderr } = await commandHere(folder, args);
      expect([code, stderr]).toEqual([2, expect.stringMatching(reason)]);
    }
    expect(filesIn(folder)).toEqual(['a.png']);
  });
});

describe('--files-from', () => {
  it('reads names separated by lines or NUL, also names with line breaks', async () => {
    const folder = emptyFolder();
    for (const name of ['a.png', 'b\nc.png', 'd e.png', 'sub/f.png']) await writeImage(join(folder, name));
    write(join(folder, 'lines'), '\uFEFFa.png\r\n\r\nd e.png\n');
    expect(
      await commandHere(folder, ['convert', '--files-from', 'lines', '-o', 'one', '--format', 'jpg']),
    ).toMatchObject({ code: 0 });
    expect(filesIn(join(folder, 'one'))).toEqual(['a.jpg', 'd e.jpg']);
    write(join(folder, 'nuls'), 'b\nc.png\0sub\0');
    expect(
      await commandHere(folder, ['convert', 'a.png', '--files-from', 'nuls', '-o', 'two', '--format', 'jpg']),
    ).toMatchObject({ code: 0 });
    expect(filesIn(join(folder, 'two'))).toEqual(['a.jpg', 'b\nc.jpg', 'sub/f.jpg']);
  });

  it('reads a list from standard input, and refuses an empty or missing list', async () => {
    const folder = emptyFolder();
    for (const name of ['a.png', 'b.png']) await writeImage(join(folder, name));
    const { child, ended } = pipe(folder, ['convert', '--files-from', '-', '-o', 'out', '--format', 'jpg']);
    child.stdin.end('a.png\0b.png\0');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
    expect(filesIn(join(folder, 'out'))).toEqual(['a.jpg', 'b.jpg']);
    write(join(folder, 'none'), '\n\n');
    for (const list of ['none', 'missing'])
      expect((await commandHere(folder, ['convert', '--files-from', list, '-o', 'x'])).code).toBe(2);
  });
});

describe('--json and --report', () => {
  it('write one line per input, with an error code and message after a failure, and a line of totals', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'a.png'));
    await writeImage(join(folder, 'b.png'));
    await writeImage(join(folder, 'out/b.jpg'));
    write(join(folder, 'bad.png'), 'no picture');
    const args = ['convert', 'a.png', 'bad.png', 'b.png', '-o', 'out', '--format', 'jpg', '--skip-existing'];
    const { code, stdout, stderr } = await commandHere(folder, [...args, '--json', '--report', 'report.jsonl']);
    expect(code).toBe(1);
    const message = expect.stringMatching(/^\w.*\.$/);
    expect(allJsonLines(stdout)).toEqual([
      expect.objectContaining({ operation: 'convert', input: 'a.png', output: 'out/a.jpg', format: 'jpg' }),
      { operation: 'convert', input: 'bad.png', output: 'out/bad.jpg', error: { code: 'imageLoad', message } },
      { operation: 'convert', input: 'b.png', output: 'out/b.jpg', bytes: expect.any(Number), skipped: true },
      { operation: 'convert', summary: { done: 1, failed: 1, skipped: 1, planned: 0 } },
    ]);
    expect(stderr).toContain('bad.png: ');
    expect(readFileSync(join(folder, 'report.jsonl'), 'utf8')).toBe(stdout);
  });

  it('use the codes of file system errors', async () => {
    const folder = emptyFolder();
    const { stdout } = await commandHere(folder, ['inspect', 'none.png', '--json']);
    expect(allJsonLines(stdout)[0]).toMatchObject({ input: 'none.png', error: { code: 'fileNotFound' } });
  });

  it('refuse a report over an existing file, an input or a result; --report alone prints no JSON', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'a.png'));
    write(join(folder, 'old'), 'mine');
    for (const [report, extra] of [
      ['old', []],
      ['a.png', ['--force']],
      ['out/a.png', ['--force']],
    ] as const) {
      const finished = await commandHere(folder, ['convert', 'a.png', '-o', 'out/', '--report', report, ...extra]);
      expect([report, finished.code]).toEqual([report, 2]);
    }
    expect(filesIn(folder)).toEqual(['a.png', 'old']);
    const { stdout } = await commandHere(folder, ['convert', 'a.png', '-o', 'b.png', '--report', 'old', '--force']);
    expect(stdout).toMatch(/^a\.png → b\.png/);
    expect(allJsonLines(readFileSync(join(folder, 'old'), 'utf8'))).toHaveLength(2);
  });

  it('leave no report of an interrupted batch', async () => {
    const folder = emptyFolder();
    write(join(folder, 'large.png'), await noise(1500, 1500));
    const { child, ended } = pipe(folder, [
      'scale',
      'large.png',
      '-o',
      'out.avif',
      '--ratio',
      '2',
      '--report',
      'r.jsonl',
    ]);
    const isBegun = () => readdirSync(folder).some((name) => name.startsWith('.r.jsonl'));
    while (!isBegun()) await new Promise((resolve) => setImmediate(resolve));
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    expect(existsSync(join(folder, 'r.jsonl'))).toBe(false);
    expect(filesIn(folder)).toEqual(['large.png']);
  });
});

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { run } from '#scripts/library/index.ts';
import { commandHere, emptyFolder } from './harness.ts';

const folder = emptyFolder();
const file = (name: string) => join(folder, name);
const command = (...args: string[]) => commandHere(folder, ['extract-frames', ...args]);

const COLORS = ['#ff0000', '#00ff00', '#0000ff'];

beforeAll(async () => {
  const frames = COLORS.map((background) => ({ create: { width: 30, height: 20, channels: 4 as const, background } }));
  const images = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()));
  const joined = sharp(images, { join: { animated: true } });
  writeFileSync(
    file('a.gif'),
    await joined
      .clone()
      .gif({ delay: [100, 250, 40] })
      .toBuffer(),
  );
  writeFileSync(
    file('a.webp'),
    await joined
      .clone()
      .webp({ delay: [100, 250, 40], lossless: true })
      .toBuffer(),
  );
});

const firstPixel = async (path: string) => {
  const { data } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return `#${data.subarray(0, 3).toString('hex')}`;
};

describe('extract-frames', () => {
  it.each(['gif', 'webp'])('writes every frame of a %s in order, and states the delays', async (extension) => {
    const { code, stdout } = await command(`a.${extension}`, '-o', extension, '--json');
    const records = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const names = ['a-001.png', 'a-002.png', 'a-003.png'];
    expect([code, readdirSync(file(extension)).sort()]).toEqual([0, names]);
    expect(await Promise.all(names.map((name) => firstPixel(file(join(extension, name)))))).toEqual(COLORS);
    expect(records.flatMap(({ output, delayMs }) => (output ? [[output, delayMs]] : []))).toEqual([
      [join(extension, 'a-001.png'), 100],
      [join(extension, 'a-002.png'), 250],
      [join(extension, 'a-003.png'), 40],
    ]);
  });

  it('writes one frame with the same bytes as the library, and refuses a number without a frame', async () => {
    expect(await command('a.gif', '-o', 'second.png', '--frame', '2')).toMatchObject({ code: 0, stderr: '' });
    const { bytes } = await run('extract-frames', { image: file('a.gif') }, { frame: 2 });
    expect(Buffer.from(bytes).equals(readFileSync(file('second.png')))).toBe(true);
    const missing = await command('a.gif', '-o', 'fourth.png', '--frame', '4');
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain('There is no frame 4. The number of frames is 3.');
  });

  it('writes no frame if a later frame is damaged, and reports it once', async () => {
    const bytes = readFileSync(file('a.webp'));
    writeFileSync(file('cut.webp'), bytes.subarray(0, bytes.length - 20));
    const { code, stderr } = await command('cut.webp', '-o', 'cut/', '--fail-on', 'truncated');
    expect([code, stderr.match(/cut\.webp/g)?.length]).toEqual([1, 1]);
    expect(readdirSync(file('cut'))).toEqual([]);
  });

  it('lists frames with their delays in a JSON manifest, and each frame as an image of its own in HTML', async () => {
    expect((await command('a.gif', '-o', 'listed', '--manifest', 'frames.json')).code).toBe(0);
    const [{ source, outputs }] = JSON.parse(readFileSync(file('frames.json'), 'utf8')).images;
    expect(source).toBe('a.gif');
    expect(outputs.map(({ path, frame, delayMs }: Record<string, unknown>) => [path, frame, delayMs])).toEqual([
      ['listed/a-001.png', 1, 100],
      ['listed/a-002.png', 2, 250],
      ['listed/a-003.png', 3, 40],
    ]);
    expect((await command('a.gif', '-o', 'listed', '--skip-existing', '--manifest', 'frames.html')).code).toBe(0);
    const html = readFileSync(file('frames.html'), 'utf8');
    expect(html.match(/srcset="listed\/a-00\d\.png 30w" /g)).toHaveLength(3);
  });

  it('needs a folder for all frames', async () => {
    const { code, stderr } = await command('a.gif', '-o', 'frame.png');
    expect([code, stderr]).toEqual([
      2,
      'fudebako: extract-frames needs an output folder; frame.png is a file. Use --frame for one frame.\n',
    ]);
  });
});

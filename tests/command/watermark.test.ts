import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandHere, emptyFolder } from './harness.ts';

const folder = emptyFolder();
const file = (name: string) => join(folder, name);
const size = { width: 400, height: 240 };

beforeAll(async () => {
  const gray = (name: string, { width, height } = size) =>
    sharp({ create: { width, height, channels: 3, background: '#808080' } })
      .png()
      .toFile(file(name));
  await gray('gray.png');
  await gray('high.png', { width: 120, height: 300 });
  await sharp({ create: { width: 10, height: 10, channels: 4, background: '#00ff00' } })
    .png()
    .toFile(file('logo.png'));
});

/** Returns the share of changed pixels in each of 4 × 3 fields of an image. */
async function marked(name: string) {
  const { data, info } = await sharp(file(name)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const fields = Array<number>(12).fill(0);
  for (let at = 0; at < data.length; at += 3) {
    const [x, y] = [(at / 3) % info.width, Math.floor(at / 3 / info.width)];
    const field = Math.floor((x / info.width) * 4) + 4 * Math.floor((y / info.height) * 3);
    if (Math.abs((data[at] as number) - 128) > 3) fields[field] = (fields[field] as number) + 1;
  }
  return fields.map((count) => count / (data.length / 3 / 12));
}

const watermark = async (...args: string[]) => {
  const finished = await commandHere(folder, ['watermark', 'gray.png', '-o', 'out.png', '--force', ...args]);
  expect(finished).toMatchObject({ code: 0, stderr: '' });
  return marked('out.png');
};

describe('watermark', () => {
  it.each(['© 2026 Hana', '無断転載禁止'])('repeats the text %s over the whole image', async (text) => {
    for (const share of await watermark('--text', text)) expect(share).toBeGreaterThan(0.01);
  });

  it.each([
    ['bottom-right', 11],
    ['left', 4],
    ['top-left', 0],
  ])('draws one mark in the position %s, and larger marks never outside', async (anchor, field) => {
    const shares = await watermark('--text', 'A', '--no-tile', '--anchor', anchor);
    expect(shares.flatMap((share, at) => (share > 0 ? [at] : []))).toEqual([field]);
    await watermark('--text', 'Hana © '.repeat(9), '--no-tile', '--anchor', anchor, '--size', '500');
    const { data, info } = await sharp(file('out.png')).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const margin = Math.floor(size.height * 0.03);
    for (let at = 0; at < data.length; at += 3) {
      const [x, y] = [(at / 3) % info.width, Math.floor(at / 3 / info.width)];
      const isMargin = Math.min(x, y, info.width - 1 - x, info.height - 1 - y) < margin;
      if (isMargin) expect(data[at]).toBe(128);
    }
  });

  it('names the flags of the other way to place marks', async () => {
    const { code, stderr } = await commandHere(folder, [
      'watermark',
      'gray.png',
      '-o',
      'no.png',
      '--text',
      'A',
      '--anchor',
      'top',
    ]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('--anchor')]);
  });

  it('marks all images of a batch, also as a step of a recipe', async () => {
    const args = ['watermark', 'gray.png', 'high.png', '-o', 'own/', '--image', 'logo.png', '--angle', '45'];
    expect(await commandHere(folder, args)).toMatchObject({ code: 0, stderr: '' });
    const step = { operation: 'watermark', params: { angle: 45 }, inputs: { image: file('logo.png') } };
    const run = ['run', JSON.stringify([step]), 'gray.png', 'high.png', '-o', 'recipe/'];
    expect(await commandHere(folder, run)).toMatchObject({ code: 0, stderr: '' });
    for (const name of ['gray.png', 'high.png']) {
      const [own, recipe] = await Promise.all(
        ['own', 'recipe'].map((folder) =>
          sharp(file(`${folder}/${name}`))
            .raw()
            .toBuffer(),
        ),
      );
      expect(own?.equals(recipe as Buffer)).toBe(true);
      for (const share of await marked(`own/${name}`)) expect(share).toBeGreaterThan(0.01);
    }
  });

  it.each([
    ['a line', { width: 32_000, height: 1 }, { width: 1, height: 1 }],
    ['a thin logo', { width: 2000, height: 2000 }, { width: 2000, height: 1 }],
  ])(
    'marks %s without a gap in seconds',
    async (_, imageSize, logoSize) => {
      const create = (size: typeof imageSize, background: string) =>
        sharp({ create: { ...size, channels: 3, background } });
      await create(imageSize, '#808080').png().toFile(file('large.png'));
      await create(logoSize, '#ff0000').png().toFile(file('thin.png'));
      const args = ['watermark', 'large.png', '-o', 'large-out.png', '--image', 'thin.png', '--gap', '0', '--force'];
      expect(await commandHere(folder, args)).toMatchObject({ code: 0, stderr: '' });
      expect(Math.max(...(await marked('large-out.png')))).toBeGreaterThan(0.01);
    },
    15_000,
  );

  it.each([
    [[], 'Give one of --text, --image.', 2],
    [['--text', 'A', '--image', 'logo.png'], '--text can’t be combined with --image.', 2],
    [['--text', '\u200b\u2060'], 'enter text', 1],
  ])('refuses %j', async (args, message, code) => {
    const finished = await commandHere(folder, ['watermark', 'gray.png', '-o', 'none.png', ...args]);
    expect(finished).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });

  it('names the parameter of a text that is too long', async () => {
    const args = ['--text', 'm'.repeat(200), '--no-tile', '--margin', '50', '-o', 'long.png'];
    const { stderr } = await commandHere(folder, ['watermark', 'gray.png', ...args]);
    expect(stderr).toBe('gray.png: Part of the text is outside the image (text).\n');
  });
});

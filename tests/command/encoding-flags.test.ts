import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { fieldFolder } from '../samples.ts';
import { commandHere, emptyFolder } from './harness.ts';

/** Values of encoding flags that differ from their defaults. */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  '--quality': ['0.3'],
  '--compression': ['1'],
  '--colors': ['4'],
  '--no-dithering': [],
  '--metadata': ['all-but-place'],
  '--never-larger': [],
  '--progressive': [],
  '--smaller': [],
  '--effort': ['1'],
  '--lossless': [],
  '--chroma': ['4:4:4'],
};

describe('an encoding flag', () => {
  let folder: string;
  beforeAll(async () => {
    folder = emptyFolder();
    const noise = Uint8Array.from({ length: 48 * 48 * 3 }, (_, at) => (at * 7919 + (at >> 4) * 31) % 251);
    await sharp(noise, { raw: { width: 48, height: 48, channels: 3 } }).toFile(join(folder, 'a.png'));
  });
  const convert = async (format: string, ...flags: string[]) => {
    const { code, stderr } = await commandHere(folder, [
      'convert',
      'a.png',
      '-o',
      `a.out.${format}`,
      '--force',
      ...flags,
    ]);
    return { code, stderr, bytes: readFileSync(join(folder, `a.out.${format}`)) };
  };

  it.each(['jpg', 'png', 'webp', 'avif', 'gif'])('changes the file or is named: %s', async (format) => {
    const plain = await convert(format);
    const silent: string[] = [];
    for (const [flag, values] of Object.entries(FLAGS)) {
      // A lossless JPG needs a JPG source, and is refused by name.
      if (flag === '--lossless' && format === 'jpg') continue;
      const { code, stderr, bytes } = await convert(format, flag, ...values);
      expect(code).toBe(0);
      const isNamed = stderr === `fudebako: ${flag} has no effect on ${format.toUpperCase()}.\n`;
      if (isNamed) expect([flag, bytes.equals(plain.bytes)]).toEqual([flag, true]);
      else if (bytes.equals(plain.bytes)) silent.push(flag);
      if (!isNamed) expect(stderr).toBe('');
    }
    // These flags depend on the source or on another flag; PNG is always lossless.
    const dependent = ['--metadata', '--never-larger', '--no-dithering', ...(format === 'png' ? ['--lossless'] : [])];
    expect(silent.filter((flag) => !dependent.includes(flag))).toEqual([]);
  });

  it('limits the size of a GIF, or the command fails with the size it needs', async () => {
    const { stderr, code } = await commandHere(folder, ['convert', 'a.png', '-o', 'small.gif', '--max-kilobytes', '1']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^a\.png: As GIF, the file needs \d+ kB \(limit: 1 kB\)\.\n$/),
    ]);
  });

  it.skipIf(!fieldFolder)('keeps the source if only the source fits (needs ../shared/field)', async () => {
    const source = join(fieldFolder as string, 'shot-z.png');
    const limited = ['convert', source, '-o', 'z.png', '--force', '--max-kilobytes', '17'];
    expect((await commandHere(folder, limited)).code).toBe(1);
    expect((await commandHere(folder, [...limited, '--never-larger'])).code).toBe(0);
    const { data } = await sharp(join(folder, 'z.png')).raw().toBuffer({ resolveWithObject: true });
    expect(data.equals(await sharp(source).raw().toBuffer())).toBe(true);
    expect(readFileSync(join(folder, 'z.png')).length).toBeLessThanOrEqual(17_000);
  });
});

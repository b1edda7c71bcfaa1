import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { fieldFolder } from '../samples.ts';
import { commandHere, emptyFolder } from './harness.ts';

describe('--max-kilobytes', () => {
  let folder: string;
  beforeAll(async () => {
    folder = emptyFolder();
    const noise = Uint8Array.from({ length: 48 * 48 * 3 }, (_, at) => (at * 7919 + (at >> 4) * 31) % 251);
    await sharp(noise, { raw: { width: 48, height: 48, channels: 3 } }).toFile(join(folder, 'a.png'));
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

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** Returns a generator of pseudorandom numbers from 0 to 1 with a seed (Marsaglia 2003, xorshift32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Returns a random image size. Most sizes are small, and a few are much larger, as for photos. */
export const skewed = (random: () => number): number =>
  Math.exp(0.8 * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()));

export async function makePictures(folder: string, count: number): Promise<void> {
  const random = createRandom(19);
  for (let index = 0; index < count; index++) {
    const width = Math.round(Math.min(2400, 40 + 240 * skewed(random)));
    const height = Math.round(width * (0.6 + 0.8 * random()));
    const noise = { type: 'gaussian', mean: 128, sigma: 10 + 40 * random() } as const;
    const name = `${String(index).padStart(3, '0')}.${index % 4 === 0 ? 'png' : 'jpg'}`;
    const path = join(folder, `album-${index % 7}`, name);
    mkdirSync(join(path, '..'), { recursive: true });
    await sharp({ create: { width, height, channels: 3, background: '#808080', noise } }).toFile(path);
  }
}

import { joinBytes } from '#core/base/bytes.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { readAnimation } from '#core/image/animation/read-animation.ts';
import { animationMemory } from '#core/image/check-size.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { imageMemory, readImageHeader } from '#core/image/formats/registry.ts';
import { writeAnimationOf } from '#core/recipes/animate.ts';
import type { createNodePlatform } from '#scripts/platform/index.ts';
import { apng, type Bytes, type Frame, webp } from '../core/animated-files.ts';
import { gifFile, gifImage } from '../core/gifs.ts';
import { gridItem, heicItem, makeHeic, unitsOf, withUnits } from '../core/heics.ts';
import { peakMegabytes, restartPeak } from '../peak-memory.ts';
import type { Random } from './random.ts';
import { WrongResult } from './wrong-result.ts';

type NodePlatform = ReturnType<typeof createNodePlatform>;

/** CPU time in seconds that any case may take, and in addition per million declared pixels and bytes. */
const FREE_SECONDS = 6;
const SECONDS_PER_MILLION = 4;

/** Memory in megabytes that codecs and lazily freed garbage may take in addition to the estimate. */
const FREE_MEGABYTES = 200;

/** Runs work; the CPU time must fit the declared size, and the memory must fit the estimate, even of a refusal. */
async function withinBounds(work: () => Promise<unknown>, declared: number, memory: number): Promise<void> {
  restartPeak();
  const [before, start] = [peakMegabytes(), process.cpuUsage()];
  const refusal = await work().then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  const { user, system } = process.cpuUsage(start);
  const seconds = (user + system) / 1e6;
  if (seconds > FREE_SECONDS + (SECONDS_PER_MILLION * declared) / 1e6)
    throw new WrongResult('too much work', `${seconds.toFixed(1)} s for ${declared} pixels and bytes`);
  const grown = peakMegabytes() - before;
  if (grown > FREE_MEGABYTES + (1.5 * memory) / 2 ** 20)
    throw new WrongResult('too much work', `${Math.round(grown)} MB instead of ${Math.round(memory / 2 ** 20)} MB`);
  if (refusal) throw refusal.error;
}

/** Decodes a HEIC whose tiles share a payload with repeated, hidden or damaged units. */
export async function checkHeicWork(random: Random, platform: NodePlatform): Promise<void> {
  const item = heicItem(random.from(['tile', 'dark-tile']));
  const units = unitsOf(item).flatMap((unit) => {
    const changed = unit.slice();
    // Clears first_slice_segment_in_pic_flag, so that the slice continues the picture.
    if (random.chance(3)) changed[2] = (changed[2] as number) & 127;
    const copies = random.chance(2) ? 1 : random.between(2, 400);
    return Array<Uint8Array>(copies).fill(random.chance(4) ? changed : unit);
  });
  const padding = random.chance(3) ? [joinBytes([0x4e, 1], new Uint8Array(random.below(100_000)).fill(0x55))] : [];
  const [rows, columns] = [random.between(1, 12), random.between(1, 12)];
  const order = Array<number>(rows * columns).fill(2);
  const grid = gridItem(rows, columns, columns * 64, rows * 64);
  const bytes = makeHeic([grid, withUnits(item, [...units, ...padding])], [['dimg', 1, ...order]]);
  const size = { width: columns * 64, height: rows * 64 };
  const memory = imageMemory({ format: 'heic', ...size }, bytes.length);
  const declared = size.width * size.height + bytes.length;
  await withinBounds(() => decodeImage(fileFromBytes('a', bytes), { platform, failOn: 'none' }), declared, memory);
}

/** Converts an animation with a large canvas, many frames, and areas, disposals and data of any kind. */
export async function checkAnimationWork(random: Random, platform: NodePlatform): Promise<void> {
  const bytes = await randomAnimation(random);
  const [header, facts] = [readImageHeader(bytes), await readAnimation(bytes)];
  if (!header || !facts) return;
  const format = random.from(['gif', 'png'] as const);
  const memory = animationMemory(header, facts.largest, bytes.length, format);
  const context = { platform, failOn: 'none', sink: { write: async () => {} } } as const;
  const work = () => writeAnimationOf(fileFromBytes('a', bytes), [], { format }, context);
  await withinBounds(work, header.width * header.height + bytes.length, memory);
}

function randomAnimation(random: Random): Promise<Bytes> | Bytes {
  const format = random.from(['gif', 'gif', 'png', 'webp'] as const);
  const side = random.from(format === 'gif' ? [40, 400, 2000] : [40, 300]);
  const disposal = () => random.below(4);
  if (format === 'gif') {
    const count = random.from([2, 20, 400]);
    const frames = Array.from({ length: count }, () => {
      const isWhole = random.chance(8);
      const [left, top] = isWhole ? [0, 0] : [random.below(side), random.below(side)];
      const [width, height] = isWhole ? [side, side] : [random.between(1, 3), random.between(1, 3)];
      const indices = Array.from({ length: Math.min(9, width * height) }, () => random.below(4));
      return gifImage({ left, top, width, height, indices, delayCs: random.below(9), disposal: disposal() });
    });
    return gifFile({ width: side, height: side }, ...frames);
  }
  const disposals = ['keep', 'clear', 'restore'] as const;
  const frames = Array.from({ length: random.between(2, 12) }, (_, at): Frame => {
    const [red, alpha] = [random.below(256), random.below(256)];
    const place = { left: 2 * random.below(side / 2 - 8), top: 2 * random.below(side / 2 - 8), width: 8, height: 8 };
    const area = format === 'png' && at === 0 ? { left: 0, top: 0, width: side, height: side } : place;
    return { ...area, color: () => [red, 9, 9, alpha], disposal: random.from(disposals), isBlended: random.chance(2) };
  });
  return (format === 'png' ? apng : webp)({ width: side, height: side, loop: 0, frames });
}

import sharp from 'sharp';
import { composeFrames } from '#core/image/animation/compose-frames.ts';
import { readAnimation } from '#core/image/animation/read-animation.ts';
import type { DecodeContext } from '#core/image/codecs/decode.ts';
import { readImageHeader } from '#core/image/formats/registry.ts';
import type { ImageCase } from './image-oracle.ts';
import { MAX_COMPARED_PIXELS } from './reference-decoders.ts';
import { WrongResult } from './wrong-result.ts';

/** Maximum difference in 8-bit levels: the rounding of translucent pixels differs by a level for each blended frame. */
const TOLERANCE = 4;

/**
 * Decodes every frame of an animation and checks the result. All frames have one size. The frames of an undamaged GIF
 * or WebP must equal those of libvips, except in the cleared areas of an opaque GIF. libvips fills these areas with
 * the background color, but browsers make them transparent.
 * @throws WrongResult, and refusals
 */
export async function checkAnimation({ bytes, unchanged }: ImageCase, platform: DecodeContext['platform']) {
  const facts = await readAnimation(bytes);
  const header = readImageHeader(bytes);
  if (!facts || !header || !facts.isWithinLimits) return;
  if (header.width * header.height * facts.frames > MAX_COMPARED_PIXELS) return;
  const expected = unchanged && facts.format !== 'png' ? await framesOfSharp(bytes) : undefined;
  let [count, warnings] = [0, 0];
  const onWarning = () => void warnings++;
  for await (const { image } of composeFrames(bytes, header, 'a', { platform, failOn: 'none', onWarning })) {
    const sides = [image.width, image.height].sort().join();
    if (sides !== [header.width, header.height].sort().join()) throw new WrongResult('damaged differs', 'frame size');
    const frame = expected?.frames[count];
    count += 1;
    if (expected && (!frame || !isSame(image.data, frame, expected.cleared)))
      throw new WrongResult('undamaged differs', `frame ${count} of ${facts.format}`);
  }
  if (expected && (count !== expected.frames.length || warnings > 0))
    throw new WrongResult('undamaged refused', `${count} of ${expected.frames.length} frames`);
}

/** The frames that libvips returns, and the color with which it fills cleared areas. */
interface Expected {
  readonly frames: readonly Buffer[];
  readonly cleared: readonly number[] | undefined;
}

async function framesOfSharp(bytes: Uint8Array): Promise<Expected | undefined> {
  const image = sharp(bytes, { animated: true });
  const { pages = 1, orientation = 1, icc, format, background } = await image.metadata();
  if (orientation !== 1 || icc) return undefined;
  const { data } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const size = data.length / pages;
  const frames = Array.from({ length: pages }, (_, page) => data.subarray(page * size, (page + 1) * size));
  const color = format === 'gif' && background && 'r' in background ? background : undefined;
  return { frames, cleared: color && [color.r, color.g, color.b] };
}

function isSame(ours: Uint8ClampedArray, theirs: Uint8Array, cleared: readonly number[] | undefined): boolean {
  if (ours.length !== theirs.length) return false;
  for (let pixel = 0; pixel < ours.length; pixel += 4) {
    const isCleared = theirs[pixel + 3] === 0 || cleared?.every((level, channel) => theirs[pixel + channel] === level);
    if (ours[pixel + 3] === 0 && isCleared) continue;
    for (let at = pixel; at < pixel + 4; at++)
      if (Math.abs((ours[at] as number) - (theirs[at] as number)) > TOLERANCE) return false;
  }
  return true;
}

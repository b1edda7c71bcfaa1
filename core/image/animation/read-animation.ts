import { FudebakoError } from '../../base/errors.ts';
import { MAX_ANIMATION_FRAMES, MAX_ANIMATION_PIXELS, MAX_ANIMATION_SECONDS, MAX_PIXELS } from '../../base/limits.ts';
import { isProportionate as isInProportion } from '../decode-work.ts';
import { formatNamed, type InputFormat, readImageHeader } from '../formats/registry.ts';
import type { CodedAnimation, CodedFrame } from '../frames/coded-frame.ts';

/** Properties of an animation, read without decoding pixels. */
export interface AnimationFacts {
  readonly format: InputFormat;
  /** Number of frames of the animation; one more than the limit if there are too many frames. */
  readonly frames: number;
  readonly loop: number;
  /** Frame delays in milliseconds, as browsers apply them. */
  readonly delaysMs: readonly number[];
  readonly isWithinLimits: boolean;
  /** Pixels of the largest frame as stored. */
  readonly largest: number;
  /** False if the frames together are out of proportion to canvas and file. */
  readonly isProportionate: boolean;
}

const LONGEST_UNSET_MS = 10;
const UNSET_MS = 100;

/** Returns the frame delay that Chromium, Firefox and Safari apply: 100 ms if the file states 10 ms or less. */
export const shownDelay = (delayMs: number): number => (delayMs <= LONGEST_UNSET_MS ? UNSET_MS : delayMs);

/** Opens the animation of a file. Returns `undefined` for a format without animations, and for a damaged header. */
export async function openAnimation(bytes: Uint8Array): Promise<CodedAnimation | undefined> {
  const header = readImageHeader(bytes);
  return header?.animated ? formatNamed(header.format).openAnimation?.(bytes, header) : undefined;
}

/**
 * Reads frame headers until damage, or until a limit is exceeded. Returns `undefined` for fewer than two frames; a frame
 * that can't be read counts, so that it is refused or reported.
 */
export async function readAnimation(bytes: Uint8Array): Promise<AnimationFacts | undefined> {
  const animation = await openAnimation(bytes);
  const header = readImageHeader(bytes);
  if (!animation || !header) return undefined;
  const canvas = header.width * header.height;
  const delaysMs: number[] = [];
  let [pixels, work, milliseconds, frames, largest] = [0, 0, 0, 0, 0];
  let isWithinLimits = canvas <= MAX_PIXELS;
  const coded = animation.frames();
  while (isWithinLimits || frames < 2) {
    const next = nextFrame(coded);
    if (!next) break;
    if (next === 'unreadable') {
      // If the first frame can't be read, the file is still an animation, and not its default image.
      frames = Math.max(2, frames + 1);
      break;
    }
    const area = next.width * next.height;
    const delayMs = shownDelay(next.delayMs);
    frames += 1;
    pixels += Math.max(canvas, area);
    work += area;
    largest = Math.max(largest, area);
    milliseconds += delayMs;
    delaysMs.push(delayMs);
    isWithinLimits &&=
      frames <= MAX_ANIMATION_FRAMES &&
      area <= MAX_PIXELS &&
      pixels <= MAX_ANIMATION_PIXELS &&
      milliseconds <= MAX_ANIMATION_SECONDS * 1000;
  }
  if (frames < 2) return undefined;
  const { format } = header;
  const isProportionate = isInProportion('framePixels', work, { ...header, bytes: bytes.length });
  return { format, frames, loop: animation.loop, delaysMs, largest, isWithinLimits, isProportionate };
}

function nextFrame(coded: ReturnType<CodedAnimation['frames']>): CodedFrame | 'unreadable' | undefined {
  try {
    const next = coded.next();
    if (next.done) return next.value === 'truncated' ? 'unreadable' : undefined;
    return next.value;
  } catch (error) {
    if (error instanceof FudebakoError || error instanceof RangeError) return 'unreadable';
    throw error;
  }
}

/** Throws FudebakoError `animationTooLong` for too many frames, pixels or minutes, and `imageWork`. */
export function requireAnimationWithinLimits({ isWithinLimits, isProportionate }: AnimationFacts): void {
  if (!isWithinLimits) throw tooLong();
  if (!isProportionate) throw new FudebakoError('imageWork');
}

/** Throws FudebakoError `animationTooLong` if all frames of a result together have too many pixels. */
export function requirePixelsWithinLimit(pixels: number): void {
  if (pixels > MAX_ANIMATION_PIXELS) throw tooLong();
}

const tooLong = () =>
  new FudebakoError('animationTooLong', {
    frames: MAX_ANIMATION_FRAMES,
    megapixels: MAX_ANIMATION_PIXELS / 1e6,
    minutes: MAX_ANIMATION_SECONDS / 60,
  });

import { CancelledError } from '../base/errors.ts';
import type { FileSink } from '../base/files.ts';
import { createRaster, pixelWords, type Raster } from '../base/raster.ts';
import type { Size } from '../geometry/point.ts';
import { flatten } from '../image/flatten.ts';
import type { AnimationFrame } from '../image/frames/coded-frame.ts';
import type { OperationContext } from '../platform/context.ts';
import type { YuvImage } from '../platform/media.ts';
import { withChildSignal } from './child-signal.ts';
import { chooseEncoder } from './h264/choose-encoder.ts';
import type { EncodedGop, TriedEncoder } from './h264/encode-gop.ts';
import { toYuv } from './h264/yuv.ts';
import { createLastingEncoder } from './mp4/video-samples.ts';
import { type Mp4Options, writeMp4 } from './mp4/write-mp4.ts';
import { GOP_SEC, type Gop, type Run } from './plan/gop-plan.ts';
import type { ImageId } from './plan/timeline.ts';

/** x264's constant rate factor (see `VideoEncoderSettings`). */
const QUALITY = 23;

/** Minimum and maximum frame rate that players show without dropping frames. */
const [MIN_FPS, MAX_FPS] = [10, 60];

/** Maximum bytes of memory for the images of a group of frames. */
const GROUP_BYTES = 64 * 2 ** 20;

/** Returns a frame rate at which every animation frame begins on time; `undefined` if no such rate exists. */
export function frameRateOf(delaysMs: readonly number[]): number | undefined {
  const unit = delaysMs.reduce((divisor, delay) => greatestDivisor(divisor, delay), 1000);
  const fps = 1000 / unit;
  if (!Number.isInteger(fps) || fps > MAX_FPS) return undefined;
  return fps * Math.ceil(MIN_FPS / fps);
}

function greatestDivisor(one: number, other: number): number {
  let [a, b] = [one, other];
  while (b > 0) [a, b] = [b, a % b];
  return a;
}

interface VideoFrames {
  readonly frames: AsyncIterable<AnimationFrame>;
  readonly delaysMs: readonly number[];
  readonly sink: FileSink;
}

/**
 * Writes a silent MP4 that plays an animation once, on white. Repeats the last column or row of odd sizes for 4:2:0.
 * Without a common frame rate, each animation frame becomes one video frame, which is shown for the frame's delay.
 * @throws FudebakoError `videoEncode`, `videoMp4`; CancelledError
 */
export async function writeVideoAnimation(
  { frames, delaysMs, sink }: VideoFrames,
  { platform, signal: parent }: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<void> {
  const common = frameRateOf(delaysMs);
  const starts = startsOf(delaysMs);
  const duration = starts.at(-1) as number;
  const startsSec = common === undefined ? starts.map((milliseconds) => milliseconds / 1000) : undefined;
  const total = common === undefined ? delaysMs.length : frameAt(duration, common);
  const fps = common ?? meanFrameRate(total, duration / 1000);
  await writeFrames({ source: videoFrames(frames, common), fps, total, startsSec, sink }, { platform, signal: parent });
}

interface TimedFrames extends Pick<Mp4Options, 'startsSec' | 'audio' | 'sink'> {
  readonly source: AsyncGenerator<HeldImage>;
  readonly fps: number;
  /** Number of video frames. */
  readonly total: number;
}

const meanFrameRate = (frames: number, seconds: number) => Math.min(MAX_FPS, Math.max(1, Math.round(frames / seconds)));

/**
 * Writes frames that begin at given times, with an audio track of encoded packets. `startsSec` also has the end of the
 * last frame.
 * @throws FudebakoError `videoEncode`, `videoMp4`; CancelledError
 */
export async function writeTimedFrames(
  frames: AsyncIterable<Raster>,
  { startsSec, ...others }: Pick<Mp4Options, 'audio' | 'sink'> & { readonly startsSec: readonly number[] },
  context: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<void> {
  async function* held(): AsyncGenerator<HeldImage> {
    for await (const image of frames) yield { image: toYuv(evenSides(flatten(image))), frames: 1 };
  }
  const total = startsSec.length - 1;
  const fps = meanFrameRate(total, startsSec.at(-1) as number);
  await writeFrames({ source: held(), fps, total, startsSec, ...others }, context);
}

async function writeFrames(
  { source, fps, total, startsSec, audio, sink }: TimedFrames,
  { platform, signal: parent }: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<void> {
  await withChildSignal(parent, 'videoMp4', async (signal) => {
    const first = await source.next();
    if (first.done) throw new CancelledError();
    const { width, height } = first.value.image;
    const settings = { width, height, fps, quality: QUALITY };
    const encoder = await chooseEncoder(settings, { platform, signal });
    const gops = encodeGroups(first.value, source, encoder, fps, signal);
    await writeMp4({ settings, frames: total, startsSec, gops, ...(audio && { audio }), platform, sink });
  });
}

/** Returns the start of each frame in milliseconds, and the end of the last frame. */
function startsOf(delaysMs: readonly number[]): number[] {
  const starts = [0];
  for (const delay of delaysMs) starts.push((starts.at(-1) as number) + delay);
  return starts;
}

const frameAt = (milliseconds: number, fps: number) => Math.max(1, Math.round((milliseconds * fps) / 1000));

interface HeldImage {
  readonly image: YuvImage;
  /** Number of video frames that show the animation frame. */
  readonly frames: number;
}

/** Yields animation frames with their number of video frames. Skips animation frames that fill no video frame. */
async function* videoFrames(frames: AsyncIterable<AnimationFrame>, fps: number | undefined): AsyncGenerator<HeldImage> {
  let [milliseconds, written] = [0, 0];
  for await (const { image, delayMs } of frames) {
    milliseconds += delayMs;
    const end = fps === undefined ? written + 1 : frameAt(milliseconds, fps);
    if (end === written) continue;
    yield { image: toYuv(evenSides(flatten(image))), frames: end - written };
    written = end;
  }
}

/** Returns the size of a video whose frames have a size, as 4:2:0 needs even sides. */
export const evenSize = ({ width, height }: Size): Size => ({
  width: width + (width % 2),
  height: height + (height % 2),
});

/** Returns an image with even width and height by repeating the last column and row. */
function evenSides(image: Raster): Raster {
  const { width, height } = image;
  if (width % 2 === 0 && height % 2 === 0) return image;
  const size = evenSize(image);
  const even = createRaster(size.width, size.height);
  const [from, to] = [pixelWords(image), pixelWords(even)];
  for (let y = 0; y < even.height; y++) {
    const row = Math.min(y, height - 1) * width;
    to.set(from.subarray(row, row + width), y * even.width);
    if (even.width > width) to[y * even.width + width] = from[row + width - 1] as number;
  }
  return even;
}

/** Encodes groups of at most `GOP_SEC` seconds. A group equal to the preceding group is encoded once. */
async function* encodeGroups(
  first: HeldImage,
  source: AsyncGenerator<HeldImage>,
  encoder: TriedEncoder,
  fps: number,
  signal: OperationContext['signal'],
): AsyncGenerator<EncodedGop> {
  const images = new Map<ImageId, YuvImage>();
  const encode = createLastingEncoder(encoder, images, signal);
  const room = GOP_SEC * fps;
  let runs: Run[] = [];
  let [length, bytes, index] = [0, 0, 0];
  let last: { readonly key: string; readonly encoded: EncodedGop } | undefined;
  const flush = async () => {
    const key = runs.map(({ mix, frames }) => `${mix.from}x${frames}`).join(' ');
    const gop: Gop = { key, frames: length, runs };
    const encoded = last?.key === key ? last.encoded : await encode(gop);
    last = { key, encoded };
    const current = runs.at(-1)?.mix.from;
    for (const id of images.keys()) if (id !== current) images.delete(id);
    [runs, length, bytes] = [[], 0, 0];
    return encoded;
  };
  let next: IteratorResult<HeldImage> = { done: false, value: first };
  for (; !next.done; next = await source.next()) {
    const { image, frames } = next.value;
    const id: ImageId = `main:${index++}`;
    images.set(id, image);
    for (let left = frames; left > 0; ) {
      const used = Math.min(left, room - length);
      runs.push({ mix: { from: id, to: id, weight: 0 }, frames: used });
      length += used;
      left -= used;
      if (length === room || bytes > GROUP_BYTES) yield await flush();
    }
    bytes += image.data.length;
    if (bytes > GROUP_BYTES && length > 0) yield await flush();
  }
  if (length > 0) yield await flush();
}

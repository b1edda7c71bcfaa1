import { joinBytes, viewOf } from '../../base/bytes.ts';
import { pixelWords, type Raster } from '../../base/raster.ts';
import { frameChange } from './frame-change.ts';
import { appender, encodeFrames, type FrameContext, type FrameInContext, type FrameSource } from './write-frames.ts';

const TRAILER = 0x3b;

/** Minimum frame delay in hundredths of a second, because browsers replace shorter delays by 100 ms. */
const MIN_DELAY_CS = 2;
const MAX_DELAY_CS = 65_535;

/** Minimum alpha of a pixel that a GIF stores as opaque, because GIF has no translucent pixels. */
const OPAQUE_ALPHA = 128;

/** Writes an animated GIF: the changed part of each frame, with a palette per frame (exact up to 255 colors). */
export async function writeGifAnimation(
  { frames, plays, sink }: FrameSource,
  { platform, signal }: FrameContext,
): Promise<void> {
  const file = appender(sink);
  let clock = 0;
  const encoded = encodeFrames(withBinaryAlpha(frames), signal, async (frame) => {
    const { index, picture, after, endMs } = frame;
    const clears = after !== undefined && losesPixels(picture, after);
    const change = frameChange(picture, wasCleared(frame) ? undefined : frame.before);
    // If a frame is cleared before the next frame, it is stored at full size: decoders clear only the frame's area.
    const area = index === 0 || clears ? expand(change, picture) : change;
    const delayCs = Math.min(MAX_DELAY_CS, Math.max(MIN_DELAY_CS, Math.round(endMs / 10) - clock));
    clock += delayCs;
    const { width, height, data } = area.picture;
    const bytes = await platform.workers.run(
      'encode-gif-frame',
      { width, height, data, delayCs, isFirst: index === 0, clears, plays },
      { signal, transfer: [data.buffer], workBytes: data.length },
    );
    return { bytes: index === 0 ? bytes : movedTo(bytes, area), index };
  });
  for await (const { bytes } of encoded) await file.append(bytes);
  await file.append(Uint8Array.of(TRAILER));
}

async function* withBinaryAlpha(frames: FrameSource['frames']): FrameSource['frames'] {
  for await (const { picture, delayMs } of frames) yield { picture: binaryAlpha(picture), delayMs };
}

function binaryAlpha({ width, height, data }: Raster): Raster {
  const copy = { width, height, data: data.slice() };
  const words = pixelWords(copy);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as number;
    words[at] = word >>> 24 < OPAQUE_ALPHA ? 0 : word | 0xff000000;
  }
  return copy;
}

/** True if a pixel becomes transparent in the next frame. A GIF decoder must then clear this frame first. */
function losesPixels(picture: Raster, after: Raster): boolean {
  const [words, next] = [pixelWords(picture), pixelWords(after)];
  for (let at = 0; at < words.length; at++) if (words[at] !== 0 && next[at] === 0) return true;
  return false;
}

const wasCleared = ({ before, picture }: FrameInContext) => before !== undefined && losesPixels(before, picture);

/** Returns the changed part of a frame as a full-size frame, transparent outside the changed part. */
function expand(change: ReturnType<typeof frameChange>, { width, height }: Raster): ReturnType<typeof frameChange> {
  const { left, top, picture } = change;
  if (picture.width === width && picture.height === height) return change;
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < picture.height; y++)
    data.set(picture.data.subarray(y * picture.width * 4, (y + 1) * picture.width * 4), ((top + y) * width + left) * 4);
  return { ...change, left: 0, top: 0, right: width, bottom: height, picture: { width, height, data } };
}

/** Byte offset of left and top in an encoded GIF frame, after graphic control extension and image separator. */
const POSITION_OFFSET = 9;

/** The encoder gifenc writes every frame at the upper left corner, so this function sets the frame's position. */
function movedTo(bytes: Uint8Array, { left, top }: { readonly left: number; readonly top: number }): Uint8Array {
  const moved = joinBytes(bytes);
  viewOf(moved).setUint16(POSITION_OFFSET, left, true);
  viewOf(moved).setUint16(POSITION_OFFSET + 2, top, true);
  return moved;
}

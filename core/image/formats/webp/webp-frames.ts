import { type Chunk, letters, littleEndian, riffChunk, viewOf } from '../../../base/bytes.ts';
import { type Damage, worseDamage } from '../../../base/damage.ts';
import { FudebakoError } from '../../../base/errors.ts';
import { readingError } from '../../../base/internal-failure.ts';
import { createRaster, isOpaque, pixelWords, type Raster } from '../../../base/raster.ts';
import type { Size } from '../../../geometry/point.ts';
import type { CodedAnimation, CodedFrame } from '../../frames/coded-frame.ts';
import type { DecodedPixels } from '../image-format.ts';
import { readWebpHeader, riffChunks, uint24 } from './webp.ts';

/** A frame of an animated WebP (RFC 9649, 2.7.1.1), or the single frame of a still WebP. */
export interface WebpFrame extends Size {
  readonly left: number;
  readonly top: number;
  readonly durationMs: number;
  /** True to blend the frame with the canvas by alpha; false to replace the canvas's pixels. */
  readonly isBlended: boolean;
  /** True if the area of the frame becomes transparent before the next frame. */
  readonly isCleared: boolean;
  /** The chunk `VP8 ` or `VP8L` of a WebP frame, possibly truncated. */
  readonly image: Chunk;
  /** The chunk `ALPH` of a WebP frame, which has the alpha plane of a `VP8 ` chunk. */
  readonly alpha: Chunk | undefined;
  /** False for unknown chunks before the image or extra bytes after it, because alpha or pixels may be missing. */
  readonly hasValidChunks: boolean;
}

/** Number of bytes in a WebP's `ANMF` chunk before the inner chunks. */
const ANIMATION_FRAME_BYTES = 16;

/** Yields the frames of a WebP in order. Throws FudebakoError `imageLoad` for a frame without an image. */
export function* webpFrames(bytes: Uint8Array, canvas: Size): Generator<WebpFrame> {
  const view = viewOf(bytes);
  const still = imageChunks(bytes, 12, bytes.length);
  if (still) {
    const { width, height } = canvas;
    yield { left: 0, top: 0, width, height, durationMs: 0, isBlended: false, isCleared: false, ...still };
    return;
  }
  for (const { type, start, end } of riffChunks(bytes)) {
    if (type !== 'ANMF' || start + ANIMATION_FRAME_BYTES > bytes.length) continue;
    const imageStart = start + ANIMATION_FRAME_BYTES;
    const chunks = imageChunks(bytes, imageStart, Math.min(end, bytes.length));
    if (!chunks || chunks.image.end > end)
      throw new FudebakoError('imageLoad', { reason: end > bytes.length ? 'truncated' : 'damaged' });
    const flags = view.getUint8(start + 15);
    yield {
      left: uint24(view, start) * 2,
      top: uint24(view, start + 3) * 2,
      width: uint24(view, start + 6) + 1,
      height: uint24(view, start + 9) + 1,
      durationMs: uint24(view, start + 12),
      isBlended: (flags & 2) === 0,
      isCleared: (flags & 1) !== 0,
      ...chunks,
      hasValidChunks: chunks.hasValidChunks && areFilledByChunks(bytes, imageStart, end),
    };
  }
}

const LEADING_CHUNKS = ['VP8X', 'ICCP', 'ANIM', 'ALPH', 'EXIF', 'XMP '];

function imageChunks(
  bytes: Uint8Array,
  from: number,
  to: number,
): Pick<WebpFrame, 'image' | 'alpha' | 'hasValidChunks'> | undefined {
  let alpha: Chunk | undefined;
  let hasValidChunks = true;
  for (const chunk of riffChunks(bytes, from, to)) {
    if (chunk.type === 'ALPH') alpha ??= chunk;
    if (chunk.type === 'VP8 ') return { image: chunk, alpha, hasValidChunks };
    if (chunk.type === 'VP8L') return { image: chunk, alpha: undefined, hasValidChunks };
    hasValidChunks &&= LEADING_CHUNKS.includes(chunk.type);
  }
  return undefined;
}

/** True if RIFF chunks fill the bytes `[from, to)`, except for a padding byte at the end. */
function areFilledByChunks(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  for (const { end } of riffChunks(bytes, from, to)) at = end + (end % 2);
  return at === to || at === to + 1;
}

/** First byte of VP8L data. The three highest bits of the fifth byte are the version, 0 (RFC 9649, 3.4). */
const VP8L_SIGNATURE = 0x2f;
/** Bits of a VP8 frame's first byte that state a shown key frame of profile 0 to 3, and their value (RFC 6386, 9.1). */
const [VP8_KIND, VP8_SHOWN_KEY_FRAME] = [0x19, 0x10];

/** Returns damage in the headers of a WebP frame. The decoder detects damage in the pixel data. */
function headerDamage(bytes: Uint8Array, { image, hasValidChunks }: WebpFrame): Damage | undefined {
  if (!hasValidChunks) return 'error';
  const { type, start } = image;
  const first = bytes[start] ?? 0;
  const isValid =
    type === 'VP8 '
      ? (first & VP8_KIND) === VP8_SHOWN_KEY_FRAME
      : first === VP8L_SIGNATURE && (bytes[start + 4] ?? 0) >> 5 === 0;
  return isValid ? undefined : 'error';
}

/** Returns the bytes of a still WebP with a frame's image. The bytes `padding` replace missing image data. */
export function stillWebp(bytes: Uint8Array, frame: WebpFrame, padding = new Uint8Array()): Uint8Array<ArrayBuffer> {
  const { width, height, image, alpha } = frame;
  const hasAlpha = 0x10;
  return riffChunk(
    'RIFF',
    letters('WEBP'),
    ...(alpha
      ? [
          riffChunk('VP8X', [hasAlpha, 0, 0, 0], littleEndian(width - 1, 3), littleEndian(height - 1, 3)),
          riffChunk('ALPH', bytes.subarray(alpha.start, alpha.end)),
        ]
      : []),
    riffChunk(image.type, bytes.subarray(image.start, image.end), padding),
  );
}

/** Removes the bytes after the image, because the codec would decode these bytes in place of missing image data. */
function endingAt(bytes: Uint8Array, end: number): Uint8Array<ArrayBuffer> {
  const ended = bytes.slice(0, end + (end % 2));
  viewOf(ended).setUint32(4, ended.length - 8, true);
  return ended;
}

type StillDecoder = (bytes: Uint8Array<ArrayBuffer>) => Promise<Raster>;

/** Decodes a WebP frame. Also returns the number of rows for which the file has data. */
async function decodeFrame(
  bytes: Uint8Array,
  frame: WebpFrame,
  decodeStill: StillDecoder,
): Promise<{ readonly raster: Raster; readonly rows: number }> {
  const { image, height } = frame;
  if (image.end <= bytes.length) {
    const raster = await decodeStill(stillWebp(bytes, frame));
    return { raster, rows: height };
  }
  try {
    return await decodeCutFrame(bytes, frame, decodeStill);
  } catch (error) {
    throw readingError(error, 'imageLoad', { reason: 'truncated' });
  }
}

/** Number of rows above the first missing row that the loop filter and chroma upsampling mix with this row. */
const LOSSY_REACH = 9;

/** Maximum padding bytes for a truncated frame. A large VP8L image truncated early may need more, and is refused. */
const MOST_PADDING_BYTES = 2 ** 26;

/** Decodes a truncated frame twice, padded differently to satisfy libwebp. Rows equal in both results are intact. */
async function decodeCutFrame(bytes: Uint8Array, frame: WebpFrame, decodeStill: StillDecoder) {
  // Padding bytes per pixel: one byte for each of the up to four prefix codes of a VP8L pixel.
  const perPixel = frame.image.type === 'VP8L' ? 4 : 1;
  const padding = new Uint8Array(Math.min(frame.width * frame.height * perPixel, MOST_PADDING_BYTES));
  const raster = await decodeStill(stillWebp(bytes, frame, padding));
  const other = await decodeStill(stillWebp(bytes, frame, padding.fill(0x55)));
  const [words, otherWords] = [pixelWords(raster), pixelWords(other)];
  const first = words.findIndex((word, index) => word !== otherWords[index]);
  const equalRows = first < 0 ? frame.height : Math.floor(first / frame.width);
  return { raster, rows: Math.max(0, equalRows - (frame.image.type === 'VP8 ' ? LOSSY_REACH : 0)) };
}

/** Known feature flags of a WebP's VP8X chunk (RFC 9649, 2.7): ICC profile, alpha, Exif, XMP, animation. */
const VP8X_FLAGS = 0x3e;
/** Maximum width and height of a VP8L image, and so of a WebP's canvas. */
const MAX_FRAME_SIDE = 16_384;

/** Returns chunk damage: `truncated` for a too short file; `warning` for wrong lengths, order, flags or canvas size. */
export function chunkDamage(bytes: Uint8Array): Damage | undefined {
  const view = viewOf(bytes);
  const riffEnd = 8 + view.getUint32(4, true);
  if (riffEnd > bytes.length) return 'truncated';
  let chunksEnd = 12;
  let hasAnimation = false;
  let damage: Damage | undefined;
  for (const { type, start, end } of riffChunks(bytes, 12, riffEnd)) {
    if (end > bytes.length) return 'truncated';
    // The bits after the flags of a VP8X chunk are reserved; decoders refuse files in which these bits are set.
    if (type === 'VP8X' && (view.getUint32(start, true) & ~VP8X_FLAGS) !== 0) damage = 'warning';
    if (type === 'VP8X' && Math.max(uint24(view, start + 4), uint24(view, start + 7)) >= MAX_FRAME_SIDE)
      damage = 'warning';
    if (type === 'ANIM') hasAnimation = true;
    if (type === 'ANMF' && !hasAnimation) damage = 'warning';
    chunksEnd = end + (end % 2);
  }
  // Some WebP encoders exclude the padding byte after the last chunk from the stated size of the RIFF file.
  return chunksEnd === riffEnd || chunksEnd === riffEnd + 1 ? damage : 'warning';
}

/** Decodes a still WebP, or an animation's first frame on a transparent canvas. Throws FudebakoError `imageLoad`. */
export async function decodeWebp(bytes: Uint8Array<ArrayBuffer>, decodeStill: StillDecoder): Promise<DecodedPixels> {
  const canvas = readWebpHeader(bytes);
  const damage = chunkDamage(bytes);
  const frames = canvas && webpFrames(bytes, canvas);
  const frame = frames?.next().value;
  if (!canvas || !frame) throw new FudebakoError('imageLoad', { reason: damage === 'truncated' ? damage : 'damaged' });
  if (!canvas.animated && !damage) {
    const raster = await decodeStill(endingAt(bytes, frame.image.end));
    const { width, height, data } = raster;
    const imageDamage = worseDamage(headerDamage(bytes, frame), removeUnusedAlpha(bytes, frame, raster));
    return { width, height, data, damage: imageDamage };
  }
  const { raster, rows } = await decodeFrame(bytes, frame, decodeStill);
  const alphaDamage = removeUnusedAlpha(bytes, frame, raster);
  const screen = createRaster(canvas.width, canvas.height);
  for (let y = 0; y < rows; y++) {
    const row = raster.data.subarray(y * raster.width * 4, (y + 1) * raster.width * 4);
    screen.data.set(row, ((frame.top + y) * canvas.width + frame.left) * 4);
  }
  if (frame.image.end > bytes.length) return { ...screen, damage: 'truncated' };
  const structureDamage = !damage && areHeadersValid(bytes, frames) ? undefined : 'warning';
  return { ...screen, damage: worseDamage(headerDamage(bytes, frame), alphaDamage ?? structureDamage) };
}

/** Makes a `VP8L` image opaque if alpha_is_used is 0 (RFC 9649, 3.4). Returns `warning` if a pixel was not opaque. */
function removeUnusedAlpha(bytes: Uint8Array, { image }: WebpFrame, raster: Raster): Damage | undefined {
  const usesAlpha = ((bytes[image.start + 4] ?? 0) & 0x10) !== 0;
  if (image.type !== 'VP8L' || usesAlpha || isOpaque(raster)) return undefined;
  const words = pixelWords(raster);
  for (let at = 0; at < words.length; at++) words[at] = (words[at] as number) | 0xff000000;
  return 'warning';
}

function areHeadersValid(bytes: Uint8Array, frames: Iterable<WebpFrame>): boolean {
  try {
    for (const frame of frames) if (headerDamage(bytes, frame)) return false;
    return true;
  } catch {
    return false;
  }
}

/** Opens an animated WebP (RFC 9649, 2.7.1.1). The background color is ignored, as in browsers. */
export function webpAnimation(bytes: Uint8Array, canvas: Size): CodedAnimation {
  return {
    loop: readLoop(bytes),
    *frames() {
      for (const frame of webpFrames(bytes, canvas)) {
        if (frame.image.end > bytes.length) throw new FudebakoError('imageLoad', { reason: 'truncated' });
        yield codedFrameOf(bytes, frame);
      }
      return chunkDamage(bytes);
    },
  };
}

function codedFrameOf(bytes: Uint8Array, frame: WebpFrame): CodedFrame {
  const { left, top, width, height, durationMs, isBlended, isCleared, hasValidChunks } = frame;
  return {
    left,
    top,
    width,
    height,
    delayMs: durationMs,
    isBlended,
    disposal: isCleared ? 'clear' : 'keep',
    damage: hasValidChunks ? undefined : 'error',
    still: () => stillWebp(bytes, frame),
  };
}

/** Length in bytes of a WebP's `ANIM` chunk: background color and loop count (RFC 9649, 2.7.1.1). */
const ANIM_BYTES = 6;

function readLoop(bytes: Uint8Array): number {
  for (const { type, start } of riffChunks(bytes))
    if (type === 'ANIM' && start + ANIM_BYTES <= bytes.length) return viewOf(bytes).getUint16(start + 4, true);
  return 0;
}

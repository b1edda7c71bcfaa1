import { type Chunk, joinBytes, letters, littleEndian, riffChunk } from '../../../base/bytes.ts';
import { isOpaque } from '../../../base/raster.ts';
import {
  appender,
  changedFrames,
  encodeFrames,
  type FrameContext,
  type FrameSource,
} from '../../frames/encode-changes.ts';
import type { FrameChange } from '../../frames/frame-change.ts';
import type { EncodeOptions } from '../output-formats.ts';
import { encoderQuality } from '../quality-scale.ts';
import { output } from './output.ts';
import { riffChunks } from './webp.ts';

/** Flags of the VP8X chunk of a WebP (RFC 9649, 2.7.1). */
const [ANIMATION, ALPHA] = [0x02, 0x10];
/** Flag of a WebP's ANMF chunk that makes a frame replace pixels instead of blending (RFC 9649, 2.7.1.1). */
const REPLACE = 0x02;
const MAX_DURATION_MS = 2 ** 24 - 1;
/** Positions of WebP frames are multiples of this number of pixels (RFC 9649, 2.7.1.1). */
const SNAP = 2;

/** Writes an animated WebP (RFC 9649, 2.7). For each frame, only the changed part is stored. */
export async function writeWebpAnimation(
  { frames, loop, sink }: FrameSource,
  { quality = output.options.quality, effort, lossless }: EncodeOptions,
  { platform, signal }: FrameContext,
): Promise<void> {
  const file = appender(sink);
  let hasAlpha = false;
  let canvas: number[] | undefined;
  const changes = changedFrames(frames, { snap: SNAP });
  const encoded = encodeFrames(changes, signal, async ({ change, whole, startMs, endMs }) => {
    const { width, height, data } = lossless ? change.image : replacing(change, whole);
    const isSolid = isOpaque({ width, height, data });
    const bytes = await platform.workers.run(
      'encode-pixels',
      { format: 'webp', quality: encoderQuality('webp', quality), effort, lossless, width, height, data },
      { signal, transfer: [data.buffer], workBytes: data.length },
    );
    const { left, top, isOverlay } = change;
    const isBlended = lossless === true && isOverlay;
    const durationMs = Math.round(endMs) - Math.round(startMs);
    return { left, top, size: { width, height }, isBlended, isSolid, bytes, durationMs };
  });
  for await (const { left, top, size, isBlended, isSolid, bytes, durationMs } of encoded) {
    // The first frame's change is the whole frame.
    if (!canvas) {
      canvas = [...littleEndian(size.width - 1, 3), ...littleEndian(size.height - 1, 3)];
      const count = littleEndian(Math.min(loop, 65_535), 2);
      await file.append(
        joinBytes(fileHeader(0), extendedHeader(ANIMATION, canvas), riffChunk('ANIM', [0, 0, 0, 0, ...count])),
      );
    }
    hasAlpha ||= !isSolid;
    const place = [left / SNAP, top / SNAP, size.width - 1, size.height - 1, Math.min(durationMs, MAX_DURATION_MS)];
    const head = [...place.flatMap((value) => littleEndian(value, 3)), isBlended ? 0 : REPLACE];
    await file.append(riffChunk('ANMF', head, imageChunks(bytes)));
  }
  await sink.write(fileHeader(file.position - 8), 0);
  if (canvas) await sink.write(extendedHeader(ANIMATION | (hasAlpha ? ALPHA : 0), canvas), FILE_HEADER_BYTES);
}

/** Returns a frame's changed box with all pixels, as lossy compression would blur edges next to transparent pixels. */
function replacing({ left, top, right, bottom, image, isOverlay }: FrameChange, whole: FrameChange['image']) {
  if (!isOverlay) return image;
  const width = right - left;
  const data = new Uint8ClampedArray(width * (bottom - top) * 4);
  for (let y = top; y < bottom; y++) {
    const start = (y * whole.width + left) * 4;
    data.set(whole.data.subarray(start, start + width * 4), (y - top) * width * 4);
  }
  return { width, height: bottom - top, data };
}

const FILE_HEADER_BYTES = 12;
const fileHeader = (bytes: number) => joinBytes(letters('RIFF'), littleEndian(bytes, 4), letters('WEBP'));
const extendedHeader = (flags: number, canvas: readonly number[]) => riffChunk('VP8X', [flags, 0, 0, 0, ...canvas]);

const IMAGE_CHUNKS = ['ALPH', 'VP8 ', 'VP8L'];

function imageChunks(bytes: Uint8Array): Uint8Array {
  const parts = [...riffChunks(bytes)].filter(({ type }: Chunk) => IMAGE_CHUNKS.includes(type));
  return joinBytes(...parts.map(({ type, start, end }) => riffChunk(type, bytes.subarray(start, end))));
}

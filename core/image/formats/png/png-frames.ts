import { type Chunk, joinBytes, viewOf } from '../../../base/bytes.ts';
import { type Damage, worseDamage } from '../../../base/damage.ts';
import { FudebakoError } from '../../../base/errors.ts';
import type { CodedAnimation, CodedFrame } from '../../frames/coded-frame.ts';
import { hasValidChecksum, PNG_SIGNATURE, pngChunk, pngChunks } from './png-chunks.ts';

/** Lengths in bytes: content of an fcTL chunk, and sequence number in an fdAT chunk (PNG 3, 11.3.6). */
const CONTROL_BYTES = 26;
const SEQUENCE_BYTES = 4;
const CHECKSUM_BYTES = 4;

/** Opens an animated PNG (PNG 3, 11.3.6). A default image without an fcTL chunk is not part of the animation. */
export function pngAnimation(bytes: Uint8Array): CodedAnimation | undefined {
  const view = viewOf(bytes);
  for (const { type, start, end } of pngChunks(bytes)) {
    if (type === 'IDAT') return undefined;
    if (type === 'acTL') {
      const isValid = end - start === 8 && end <= bytes.length;
      const [stated, loop] = isValid ? [view.getUint32(start), view.getUint32(start + 4)] : [0, 0];
      return { loop, frames: () => pngFrames(bytes, stated) };
    }
  }
  return undefined;
}

/** A PNG animation frame whose data chunks are not yet complete. */
interface OpenFrame extends Omit<CodedFrame, 'still'> {
  readonly parts: Chunk[];
}

function* pngFrames(bytes: Uint8Array, stated: number): Generator<CodedFrame, Damage | undefined> {
  const view = viewOf(bytes);
  const shared: Chunk[] = [];
  let header: Chunk | undefined;
  let frame: OpenFrame | undefined;
  let [count, sequence] = [0, 0];
  let damage: Damage | undefined;
  let hasEnd = false;
  const note = (found: Damage | undefined) => {
    damage = worseDamage(damage, found);
  };
  const finish = ({ parts, ...fields }: OpenFrame): CodedFrame => {
    count += 1;
    if (parts.length === 0) throw new FudebakoError('imageLoad', { reason: 'damaged' });
    return { ...fields, still: () => stillPng(bytes, header as Chunk, shared, fields, parts) };
  };
  for (const chunk of pngChunks(bytes)) {
    const { type, start, end } = chunk;
    if (type === 'IHDR') header ??= chunk;
    else if (type === 'PLTE' || type === 'tRNS') shared.push(chunk);
    else if (type === 'fcTL') {
      if (frame) yield finish(frame);
      frame = undefined;
      if (!header) throw new FudebakoError('imageLoad', { reason: 'damaged' });
      if (end + CHECKSUM_BYTES > bytes.length) break;
      frame = readControl(bytes, chunk, header, count === 0);
      if (view.getUint32(start) !== sequence++) note('error');
    } else if (type === 'IDAT') {
      if (frame && count === 0) frame.parts.push(chunk);
    } else if (type === 'fdAT' && frame && end - start >= SEQUENCE_BYTES && start + SEQUENCE_BYTES <= bytes.length) {
      if (
        view.getUint32(start) !== sequence++ ||
        (end + CHECKSUM_BYTES <= bytes.length && !hasValidChecksum(bytes, chunk))
      )
        note('error');
      frame.parts.push(chunk);
    } else if (type === 'IEND') {
      hasEnd = true;
      break;
    }
  }
  if (frame?.parts.length === 0 && !hasEnd) throw new FudebakoError('imageLoad', { reason: 'truncated' });
  if (frame) yield finish(frame);
  if (count !== stated) note(count < stated ? 'truncated' : 'warning');
  return damage;
}

/** Reads the frame control chunk fcTL. Throws FudebakoError `imageLoad` for a frame outside the image. */
function readControl(bytes: Uint8Array, chunk: Chunk, header: Chunk, isFirst: boolean): OpenFrame {
  const view = viewOf(bytes);
  const at = chunk.start;
  const isValid = chunk.end - at === CONTROL_BYTES && hasValidChecksum(bytes, chunk);
  if (!isValid) throw new FudebakoError('imageLoad', { reason: 'damaged' });
  const [width, height, left, top] = [4, 8, 12, 16].map((offset) => view.getUint32(at + offset)) as [
    number,
    number,
    number,
    number,
  ];
  const canvas = { width: view.getUint32(header.start), height: view.getUint32(header.start + 4) };
  const isInside = left + width <= canvas.width && top + height <= canvas.height;
  if (width === 0 || height === 0 || !isInside) throw new FudebakoError('imageLoad', { reason: 'damaged' });
  const [numerator, denominator] = [view.getUint16(at + 20), view.getUint16(at + 22)];
  const disposal = (['keep', 'clear', 'restore'] as const)[view.getUint8(at + 24)] ?? 'keep';
  return {
    left,
    top,
    width,
    height,
    delayMs: (numerator * 1000) / (denominator || 100),
    // The first frame of a PNG animation is drawn on a transparent canvas, so blending would not change the frame.
    isBlended: view.getUint8(at + 25) === 1 && !isFirst,
    disposal,
    parts: [],
  };
}

/** Returns a still PNG of one frame, with the color type, palette and transparent color of the animation. */
function stillPng(
  bytes: Uint8Array,
  header: Chunk,
  shared: readonly Chunk[],
  { width, height }: { readonly width: number; readonly height: number },
  parts: readonly Chunk[],
): Uint8Array<ArrayBuffer> {
  const ihdr = bytes.slice(header.start, header.end);
  viewOf(ihdr).setUint32(0, width);
  viewOf(ihdr).setUint32(4, height);
  const whole = ({ start, end }: Chunk) => bytes.subarray(start - 8, end + 4);
  const data = parts.map((part) =>
    part.type === 'IDAT' ? whole(part) : pngChunk('IDAT', bytes.subarray(part.start + SEQUENCE_BYTES, part.end)),
  );
  // Omits the IEND chunk after a truncated chunk, because IEND would hide from decoders that data is missing.
  const isCut = parts.some(({ end }) => end + CHECKSUM_BYTES > bytes.length);
  const end = isCut ? [] : [pngChunk('IEND', [])];
  return joinBytes(PNG_SIGNATURE, pngChunk('IHDR', ihdr), ...shared.map(whole), ...data, ...end);
}

import { viewOf } from '../../../base/bytes.ts';
import { FudebakoError } from '../../../base/errors.ts';
import type { Size } from '../../../geometry/point.ts';
import type { CodedAnimation, CodedFrame } from '../../animation/coded-frame.ts';
import { riffChunks } from './webp.ts';
import { chunkDamage, stillWebp, type WebpFrame, webpFrames } from './webp-frames.ts';

/** Opens an animated WebP (RFC 9649, 2.7.1.1). The background color is ignored, as in browsers. */
export function webpAnimation(bytes: Uint8Array, canvas: Size): CodedAnimation {
  return {
    plays: readPlays(bytes),
    *frames() {
      for (const frame of webpFrames(bytes, canvas)) {
        if (frame.image.end > bytes.length) throw new FudebakoError('imageLoad', { reason: 'truncated' });
        yield frameOf(bytes, frame);
      }
      return chunkDamage(bytes);
    },
  };
}

function frameOf(bytes: Uint8Array, frame: WebpFrame): CodedFrame {
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

/** Length in bytes of a WebP's `ANIM` chunk: background color and number of plays (RFC 9649, 2.7.1.1). */
const ANIM_BYTES = 6;

function readPlays(bytes: Uint8Array): number {
  for (const { type, start } of riffChunks(bytes))
    if (type === 'ANIM' && start + ANIM_BYTES <= bytes.length) return viewOf(bytes).getUint16(start + 4, true);
  return 0;
}

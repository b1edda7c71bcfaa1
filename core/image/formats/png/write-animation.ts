import { joinBytes, uint16, uint32, viewOf } from '../../../base/bytes.ts';
import {
  appender,
  changedFrames,
  encodeFrames,
  type FrameContext,
  type FrameSource,
} from '../../frames/encode-changes.ts';
import { encodePngData } from './encode-png.ts';
import { output } from './output.ts';
import { PNG_SIGNATURE, pngChunk } from './png-chunks.ts';
import { RGBA } from './png-form.ts';

/** Pixel layout: RGBA for all frames, because later frames' colors are unknown when the first frame is written. */
const LAYOUT = { colorType: RGBA, depth: 8, channels: 4 };

/** Bytes of length and type before the content of a PNG chunk, and of the checksum after the content (PNG 3, 5.3). */
const HEAD_BYTES = 8;
const CHECKSUM_BYTES = 4;

/** File offset of the animation control chunk acTL, after the PNG signature and IHDR. */
const CONTROL_AT = 33;

/** Writes a lossless animated PNG (PNG 3, 11.3.6) of each frame's changed part. `compression`: 0 (stored) to 9. */
export async function writePngAnimation(
  { frames, loop, sink }: FrameSource,
  { compression = output.options.compression }: { readonly compression?: number | undefined },
  { platform, signal }: FrameContext,
): Promise<void> {
  const file = appender(sink);
  let [count, sequence] = [0, 0];
  const encoded = encodeFrames(changedFrames(frames), signal, async ({ change, startMs, endMs }) => {
    const data = await encodePngData(change.image, LAYOUT, compression, { platform, signal });
    const { image, ...place } = change;
    const { width, height } = image;
    return { ...place, width, height, data, delayMs: Math.round(endMs) - Math.round(startMs) };
  });
  for await (const { left, top, width, height, isOverlay, data, delayMs } of encoded) {
    if (count === 0) {
      const ihdr = [...uint32(width), ...uint32(height), LAYOUT.depth, LAYOUT.colorType, 0, 0, 0];
      await file.append(joinBytes(PNG_SIGNATURE, pngChunk('IHDR', ihdr), animationControl(0, loop)));
    }
    const area = [width, height, left, top].flatMap(uint32);
    const control = [...uint32(sequence++), ...area, ...delayFraction(delayMs), 0, isOverlay ? 1 : 0];
    await file.append(pngChunk('fcTL', control));
    for (const chunk of data) await file.append(count === 0 ? chunk : frameData(chunk, sequence++));
    count += 1;
  }
  await file.append(pngChunk('IEND', []));
  await sink.write(animationControl(count, loop), CONTROL_AT);
}

/** Writes the chunk acTL again, because the number of frames is known only after the last frame. */
const animationControl = (frames: number, loop: number) => pngChunk('acTL', [...uint32(frames), ...uint32(loop)]);

function frameData(idat: Uint8Array, sequence: number): Uint8Array {
  const content = new Uint8Array(idat.length - HEAD_BYTES - CHECKSUM_BYTES + 4);
  viewOf(content).setUint32(0, sequence);
  content.set(idat.subarray(HEAD_BYTES, idat.length - CHECKSUM_BYTES), 4);
  return pngChunk('fdAT', content);
}

const MAX_UINT16 = 65_535;

/** Returns a frame delay in seconds as 16-bit numerator and denominator: the largest of 1000, 100, 10, 1 that fits. */
function delayFraction(milliseconds: number): number[] {
  const unit = [1000, 100, 10, 1].find((each) => (milliseconds * each) / 1000 <= MAX_UINT16) ?? 1;
  const numerator = Math.min(MAX_UINT16, Math.round((milliseconds * unit) / 1000));
  return [...uint16(numerator), ...uint16(unit)];
}

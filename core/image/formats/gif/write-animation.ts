import { joinBytes, viewOf } from '../../../base/bytes.ts';
import { createRaster, pixelWords } from '../../../base/raster.ts';
import { type Box, boxHeight, boxWidth } from '../../../geometry/box.ts';
import {
  appender,
  changedFrames,
  encodeFrames,
  type FrameContext,
  type FrameSource,
} from '../../frames/encode-changes.ts';
import { restoreArea } from '../../frames/frame-area.ts';
import type { FrameChange } from '../../frames/frame-change.ts';
import type { Color } from './palette.ts';

const TRAILER = 0x3b;

/** Minimum frame delay in hundredths of a second, because browsers replace shorter delays by 100 ms. */
const MIN_DELAY_CS = 2;
const MAX_DELAY_CS = 65_535;

interface GifSource extends FrameSource {
  /** Palette of all frames. By default, each frame has a palette, which is exact up to 255 colors. */
  readonly palette?: readonly Color[];
}

/** Writes the changed part of each frame as an animated GIF. Throws CancelledError. */
export async function writeGifAnimation(
  { frames, loop, sink, palette }: GifSource,
  { platform, signal }: FrameContext,
): Promise<void> {
  const file = appender(sink);
  let clock = 0;
  const changes = changedFrames(frames, { isBinary: true });
  const encoded = encodeFrames(changes, signal, async ({ index, change, cleared, endMs }) => {
    // A frame that is cleared before the next frame is stored with the cleared area: decoders clear a frame's area.
    const area = cleared ? expand(change, cleared) : change;
    const delayCs = Math.min(MAX_DELAY_CS, Math.max(MIN_DELAY_CS, Math.round(endMs / 10) - clock));
    clock += delayCs;
    const { width, height, data } = area.image;
    const bytes = await platform.workers.run(
      'encode-gif-frame',
      { width, height, data, delayCs, isFirst: index === 0, clears: cleared !== undefined, loop, palette },
      { signal, transfer: [data.buffer], workBytes: data.length },
    );
    return { bytes: index === 0 ? bytes : movedTo(bytes, area), index };
  });
  for await (const { bytes } of encoded) await file.append(bytes);
  await file.append(Uint8Array.of(TRAILER));
}

/** Returns the changed part of a frame in a larger box, transparent outside the changed part. */
function expand(change: FrameChange, box: Box): FrameChange {
  const [width, height] = [boxWidth(box), boxHeight(box)];
  if (change.image.width === width && change.image.height === height) return change;
  const image = createRaster(width, height);
  const place = {
    left: change.left - box.left,
    top: change.top - box.top,
    right: change.right - box.left,
    bottom: change.bottom - box.top,
  };
  restoreArea(image, pixelWords(change.image), place);
  return { ...change, ...box, image };
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

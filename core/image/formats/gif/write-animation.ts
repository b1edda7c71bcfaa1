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
import type { EncodeOptions } from '../output-formats.ts';
import { output } from './output.ts';
import { type Color, choosePaletteOf } from './palette.ts';

const TRAILER = 0x3b;

/** Minimum frame delay in hundredths of a second, because browsers replace shorter delays by 100 ms. */
const MIN_DELAY_CS = 2;
const MAX_DELAY_CS = 65_535;

interface GifSource extends FrameSource {
  /** Palette of all frames. By default, frames with colors that the first frame lacks have palettes of their own. */
  readonly palette?: readonly Color[];
}

/** Largest change of a color at quality 0, as a distance in RGB. */
const MAX_LOSS = 100;

/**
 * Writes the changed part of each frame as an animated GIF. Below the default quality, similar colors become equal,
 * which compresses better. Throws CancelledError.
 */
export async function writeGifAnimation(
  { frames, loop, sink, palette }: GifSource,
  { colors, quality = output.options.quality }: EncodeOptions,
  { platform, signal }: FrameContext,
): Promise<void> {
  const file = appender(sink);
  const loss = Math.max(0, 1 - quality / output.options.quality) * MAX_LOSS;
  let clock = 0;
  let shared: readonly Color[] | Promise<readonly Color[]> | undefined = palette;
  const changes = changedFrames(frames, { isBinary: true });
  const encoded = encodeFrames(changes, signal, async ({ index, change, cleared, endMs }) => {
    // A frame that is cleared before the next frame is stored with the cleared area: decoders clear a frame's area.
    const area = cleared ? expand(change, cleared) : change;
    const delayCs = Math.min(MAX_DELAY_CS, Math.max(MIN_DELAY_CS, Math.round(endMs / 10) - clock));
    clock += delayCs;
    const { left, top, image } = area;
    const { width, height, data } = image;
    const frame = { left, top, width, height, data, delayCs, isFirst: index === 0, clears: cleared !== undefined };
    shared ??= choosePaletteOf(image, colors);
    return platform.workers.run(
      'encode-gif-frame',
      { ...frame, loop, palette: await shared, hasOnePalette: palette !== undefined, colors, loss },
      { signal, transfer: [data.buffer], workBytes: data.length },
    );
  });
  for await (const bytes of encoded) await file.append(bytes);
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

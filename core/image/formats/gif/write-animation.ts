import { createRaster, pixelWords } from '../../../base/raster.ts';
import { type Box, boxHeight, boxWidth } from '../../../geometry/box.ts';
import {
  appender,
  type ChangedFrame,
  changedFrames,
  encodeFrames,
  type FrameContext,
  type FrameSource,
} from '../../frames/encode-changes.ts';
import { restoreArea } from '../../frames/frame-area.ts';
import type { FrameChange } from '../../frames/frame-change.ts';
import type { EncodeOptions } from '../output-formats.ts';
import { output } from './output.ts';
import { type Color, choosePaletteOf, isAdequate } from './palette.ts';
import { createShownColors } from './shown-colors.ts';

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

/** Largest change of a color below quality 1 in frames whose palette lacks colors anyway. */
const LOSS_OF_QUANTIZED = 5.5;

/** Mean error of a frame in levels, per channel, up to which a frame below quality 1 uses the file's palette. */
const MAX_MEAN_ERROR = 3;

/**
 * Writes the changed part of each frame as an animated GIF. Frames share a palette where it suits them. Below the
 * default quality, similar colors become equal, which compresses better. Throws CancelledError.
 */
export async function writeGifAnimation(
  { frames, loop, sink, palette: given }: GifSource,
  { colors, quality = output.options.quality }: EncodeOptions,
  { platform, signal }: FrameContext,
): Promise<void> {
  const file = appender(sink);
  const loss = Math.max(0, 1 - quality / output.options.quality) * MAX_LOSS;
  const lossOfQuantized = quality < 1 ? Math.max(loss, LOSS_OF_QUANTIZED) : loss;
  const [ahead, rest] = await readAhead(changedFrames(frames, { isBinary: true }));
  const palette =
    given ??
    (await choosePaletteOf(
      ahead.map(({ change }) => change.image),
      colors,
    ));
  let shown: ReturnType<typeof createShownColors> | undefined;
  let clock = 0;
  const encoded = encodeFrames(inTurn(ahead, rest), signal, async ({ index, change, whole, cleared, endMs }) => {
    shown ??= createShownColors(whole, palette);
    const isLocal = index > 0 && !given && !isAdequate(palette, change.image, quality < 1 ? MAX_MEAN_ERROR : 0);
    const drawn = isLocal ? shown.drawExactly(change) : shown.draw(change);
    // A frame that is cleared before the next frame is stored with the cleared area: decoders clear a frame's area.
    const { left, top, image } = cleared ? expand(drawn, cleared) : drawn;
    if (cleared) shown.clear(cleared);
    const delayCs = Math.min(MAX_DELAY_CS, Math.max(MIN_DELAY_CS, Math.round(endMs / 10) - clock));
    clock += delayCs;
    const { width, height, data } = image;
    const frame = { left, top, width, height, data, delayCs, isFirst: index === 0, clears: cleared !== undefined };
    return platform.workers.run(
      'encode-gif-frame',
      { ...frame, loop, palette, isLocal, colors, loss, lossOfQuantized },
      { signal, transfer: [data.buffer], workBytes: data.length },
    );
  });
  for await (const bytes of encoded) await file.append(bytes);
  await file.append(Uint8Array.of(TRAILER));
}

/** Pixels of changes whose colors are known before the first frame is encoded. */
const AHEAD_PIXELS = 2 ** 22;

/** Reads frames up to `AHEAD_PIXELS`. Returns these frames and the rest. */
async function readAhead(
  frames: AsyncGenerator<ChangedFrame>,
): Promise<readonly [ahead: ChangedFrame[], rest: AsyncGenerator<ChangedFrame>]> {
  const ahead: ChangedFrame[] = [];
  for (let pixels = 0; pixels < AHEAD_PIXELS; ) {
    const { value, done } = await frames.next();
    if (done) break;
    ahead.push(value);
    pixels += value.change.image.width * value.change.image.height;
  }
  return [ahead, frames];
}

/** Yields the frames of a list, which it empties to free their memory, and then the other frames. */
async function* inTurn(ahead: ChangedFrame[], rest: AsyncGenerator<ChangedFrame>): AsyncGenerator<ChangedFrame> {
  for (let next = ahead.shift(); next; next = ahead.shift()) yield next;
  yield* rest;
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

import { type Damage, handleDamage, isRefused, refuseDamage, worseDamage } from '../../base/damage.ts';
import { CancelledError, FudebakoError } from '../../base/errors.ts';
import { isInternalFailure, readingError } from '../../base/internal-failure.ts';
import { copyRaster, createRaster, pixelWords, type Raster } from '../../base/raster.ts';
import { wholeImage } from '../../geometry/box.ts';
import type { OperationContext } from '../../platform/context.ts';
import { foreignColorsOf } from '../codecs/foreign-colors.ts';
import type { DecodedPixels } from '../formats/image-format.ts';
import type { ImageHeader } from '../formats/registry.ts';
import type { AnimationFrame, CodedFrame } from '../frames/coded-frame.ts';
import { areaOf, clearArea, copyArea, EMPTY_BOX, joinBoxes, restoreArea } from '../frames/frame-area.ts';
import { applyOrientation } from '../orientation.ts';
import { openAnimation, shownDelay } from './read-animation.ts';

type ComposeContext = Pick<OperationContext, 'platform' | 'signal' | 'failOn' | 'onWarning'>;

/**
 * Decodes an animation frame by frame, as browsers compose it: in sRGB, upright, on a transparent canvas. All frames are
 * drawn on one canvas, whose pixels are copied only in the area of a frame that is restored afterwards. If the policy
 * accepts damage, the animation ends before the first damaged frame.
 * @param name file name for warnings
 * @throws FudebakoError `imageLoad`; CancelledError
 */
export async function* composeFrames(
  bytes: Uint8Array,
  header: ImageHeader,
  name: string,
  context: ComposeContext,
): AsyncGenerator<AnimationFrame> {
  const coded = (await openAnimation(bytes))?.frames();
  if (!coded) throw new FudebakoError('imageLoad', { reason: 'damaged' });
  const colors = await foreignColorsOf(bytes, header);
  const canvas = createRaster(header.width, header.height);
  let damage: Damage | undefined = header.hasDamagedExif ? 'warning' : undefined;
  let count = 0;
  /** Area that changed after the previous frame was shown. */
  let disposed = EMPTY_BOX;
  const note = (found: Damage | undefined) => {
    refuseDamage(found, context.failOn);
    damage = worseDamage(damage, found);
  };
  for (;;) {
    if (context.signal?.aborted) throw new CancelledError();
    let frame: CodedFrame;
    let pixels: DecodedPixels | undefined;
    try {
      const next = coded.next();
      if (next.done) {
        note(next.value);
        break;
      }
      frame = next.value;
      pixels = frame.width > 0 && frame.height > 0 ? await decodeStill(frame, header, context) : undefined;
    } catch (error) {
      if (count === 0 || !endsAnimation(error)) throw error;
      const found = isTruncated(error) ? 'truncated' : 'error';
      if (isRefused(found, context.failOn)) throw error;
      damage = worseDamage(damage, found);
      break;
    }
    note(worseDamage(frame.damage, pixels?.damage));
    const area = areaOf(frame, canvas);
    const before = frame.disposal === 'restore' ? copyArea(canvas, area) : undefined;
    if (pixels) drawFrame(canvas, pixels, frame);
    pixels = undefined;
    const converted = colors
      ? await (await import('../formats/convert-to-srgb.ts')).convertToSrgb(copyRaster(canvas), colors, context)
      : canvas;
    const image = applyOrientation(converted, header.orientation);
    const isKnown = count > 0 && image === converted;
    const changed = isKnown ? joinBoxes(disposed, area) : wholeImage(image);
    count += 1;
    yield { image, changed, delayMs: shownDelay(frame.delayMs) };
    if (before) restoreArea(canvas, before, area);
    else if (frame.disposal === 'clear') clearArea(canvas, area);
    disposed = frame.disposal === 'keep' ? EMPTY_BOX : area;
  }
  if (count === 0) throw new FudebakoError('imageLoad', { reason: 'damaged' });
  handleDamage(damage, name, context);
}

const isTruncated = (error: unknown) => error instanceof FudebakoError && error.data.reason === 'truncated';

/** True if a frame can't be decoded. If the damage policy accepts damage, the animation ends before this frame. */
const endsAnimation = (error: unknown) =>
  !(error instanceof CancelledError) &&
  !isInternalFailure(error) &&
  (!(error instanceof FudebakoError) || error.code === 'imageLoad');

async function decodeStill(
  frame: CodedFrame,
  { format }: ImageHeader,
  { platform, signal }: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<DecodedPixels> {
  const bytes = frame.still();
  const workBytes = bytes.length + frame.width * frame.height * 4;
  try {
    const decoded = await platform.workers.run(
      'decode-pixels',
      { format, bytes },
      { signal, transfer: [bytes.buffer], workBytes },
    );
    if (decoded.width !== frame.width || decoded.height !== frame.height)
      throw new FudebakoError('imageLoad', { reason: 'damaged' });
    return decoded;
  } catch (error) {
    throw readingError(error, 'imageLoad', { reason: 'damaged' });
  }
}

function drawFrame(canvas: Raster, pixels: Raster, { left, top, isBlended }: CodedFrame): void {
  const [to, from] = [pixelWords(canvas), pixelWords(pixels)];
  const columns = Math.min(pixels.width, canvas.width - left);
  const rows = Math.min(pixels.height, canvas.height - top);
  for (let y = 0; y < rows && columns > 0; y++) {
    const source = y * pixels.width;
    const target = (top + y) * canvas.width + left;
    if (!isBlended) {
      to.set(from.subarray(source, source + columns), target);
      continue;
    }
    for (let x = 0; x < columns; x++) {
      const word = from[source + x] as number;
      const alpha = word >>> 24;
      if (alpha === 255) to[target + x] = word;
      else if (alpha > 0) to[target + x] = blend(word, to[target + x] as number);
    }
  }
}

/** Source-over of straight-alpha pixels (W3C Compositing and Blending Level 1, 5.1), rounded to the nearest value. */
function blend(source: number, target: number): number {
  const sourceAlpha = source >>> 24;
  // Each weight is an alpha value from 0 to 1, multiplied by 255², so that the weights are integers.
  const [sourceWeight, targetWeight] = [sourceAlpha * 255, (target >>> 24) * (255 - sourceAlpha)];
  const weight = sourceWeight + targetWeight;
  const mix = (shift: number) =>
    Math.round((((source >>> shift) & 255) * sourceWeight + ((target >>> shift) & 255) * targetWeight) / weight);
  return ((Math.round(weight / 255) << 24) | (mix(16) << 16) | (mix(8) << 8) | mix(0)) >>> 0;
}

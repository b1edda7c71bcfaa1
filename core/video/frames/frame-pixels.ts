import type { InputVideoTrack, VideoSample } from 'mediabunny';
import { FudebakoError } from '../../base/errors.ts';
import { createRaster, type Raster, wrapRaster } from '../../base/raster.ts';
import type { Size } from '../../geometry/point.ts';
import { checkImageSize } from '../../image/check-size.ts';
import { applyOrientation, type Orientation, orientedBy } from '../../image/orientation.ts';
import { resample } from '../../image/resample/resample.ts';
import type { OperationContext } from '../../platform/context.ts';

/** How the stored pixels of a video's frames become the displayed image. */
export interface FrameView {
  readonly orientation: Orientation;
  readonly coded: Size;
  /** Size with square pixels, before rotation. */
  readonly square: Size;
  /** True for VP8, whose colors are always those of BT.601 (RFC 6386, 9.2). */
  readonly isVp8: boolean;
}

const TURNS: Readonly<Record<number, Orientation>> = { 0: 1, 90: 6, 180: 3, 270: 8 };
const MIRRORED: Orientation = 2;

export async function frameViewOf(track: InputVideoTrack): Promise<FrameView> {
  const turned = TURNS[await track.getRotation()] ?? 1;
  return {
    orientation: (await track.getFlip()) ? orientedBy(turned, MIRRORED) : turned,
    coded: { width: await track.getCodedWidth(), height: await track.getCodedHeight() },
    square: { width: await track.getSquarePixelWidth(), height: await track.getSquarePixelHeight() },
    isVp8: (await track.getCodec()) === 'vp8',
  };
}

/**
 * Returns a decoded frame as the player shows it: rotated, mirrored, with square pixels, in sRGB. Decoders of one
 * standard return equal samples, so page and command return equal pixels.
 * @throws FudebakoError `imageTooLarge`, `memoryLimit`; CancelledError
 */
export async function framePixels(frame: VideoSample, view: FrameView, context: OperationContext): Promise<Raster> {
  const { width, height } = visibleSize(frame, view.coded);
  checkImageSize(view.square, context.limits);
  checkImageSize({ width, height }, context.limits);
  const stored = await storedPixels(frame, view);
  const isSquare = view.square.width === width && view.square.height === height;
  const image = isSquare ? stored : await resample(stored, view.square.width, view.square.height, context);
  return applyOrientation(image, view.orientation);
}

/** Returns the size of a frame without the further column and row that decoders add to odd sides. */
const visibleSize = ({ visibleRect: { width, height } }: VideoSample, coded: Size): Size => ({
  width: width === coded.width + 1 ? coded.width : width,
  height: height === coded.height + 1 ? coded.height : height,
});

/** Planar formats by name: bits per sample, and by how many powers of two chroma is smaller in each direction. */
const PLANAR = /^I(420|422|444)A?(?:P(10|12))?$/;

async function storedPixels(frame: VideoSample, { isVp8, coded }: FrameView): Promise<Raster> {
  const { format } = frame;
  const { width, height } = visibleSize(frame, coded);
  const planar = format === null ? null : PLANAR.exec(format);
  if (!planar && format !== 'NV12') {
    // The browser has converted the frame already, for example because the frame is in the memory of a GPU.
    const rgba: object = { format: 'RGBA', colorSpace: 'srgb' };
    const bytes = new Uint8Array(frame.allocationSize(rgba));
    await frame.copyTo(bytes, rgba);
    for (let at = 3; at < bytes.length; at += 4) bytes[at] = 255;
    return wrapRaster(width, height, bytes);
  }
  const bytes = new Uint8Array(frame.allocationSize());
  const layout = await frame.copyTo(bytes);
  const bits = Number(planar?.[2] ?? 8);
  const samples = bits > 8 ? new Uint16Array(bytes.buffer) : bytes;
  const [luma, chroma, red] = layout.map(({ offset, stride }) => ({
    start: offset / samples.BYTES_PER_ELEMENT,
    stride: stride / samples.BYTES_PER_ELEMENT,
  }));
  if (!luma || !chroma) throw new FudebakoError('mediaDamaged');
  const subsampling = planar?.[1] ?? '420';
  return toRgb({
    width,
    height,
    samples,
    bits,
    luma,
    blue: chroma,
    red: red ?? { ...chroma, start: chroma.start + 1 },
    chromaStep: red ? 1 : 2,
    halvesWidth: subsampling !== '444',
    halvesHeight: subsampling === '420',
    ...(isVp8 ? { matrix: 'smpte170m', fullRange: false } : frame.colorSpace),
  });
}

interface Plane {
  /** Index of the first sample. */
  readonly start: number;
  readonly stride: number;
}

interface YuvFrame extends Size {
  readonly samples: Uint8Array | Uint16Array;
  readonly bits: number;
  readonly luma: Plane;
  readonly blue: Plane;
  readonly red: Plane;
  /** Distance between the chroma samples of a row: 2 if Cb and Cr alternate. */
  readonly chromaStep: number;
  readonly halvesWidth: boolean;
  readonly halvesHeight: boolean;
  readonly matrix: string | null;
  readonly fullRange: boolean | null;
}

/** Weights of red and blue in luma for videos that state no matrix, as in browsers. */
const BT709 = [0.2126, 0.0722] as const;

/** Weights of red and blue in luma, by matrix (ITU-T H.273, 8.3, table 4). */
const WEIGHTS: Readonly<Record<string, readonly [red: number, blue: number]>> = {
  bt709: BT709,
  smpte170m: [0.299, 0.114],
  bt470bg: [0.299, 0.114],
  'bt2020-ncl': [0.2627, 0.0593],
};

/**
 * Converts Y′CbCr to R′G′B′ (ITU-T H.273, 8.3, equations 11 to 40). Chroma is interpolated linearly from samples that are
 * at the left pixel of each pair, and between the rows of each pair (`chroma_sample_loc_type` 0, H.264, Annex E.2.1).
 */
function toRgb(frame: YuvFrame): Raster {
  const { width, height, samples, bits, luma, chromaStep, halvesWidth, halvesHeight, matrix, fullRange } = frame;
  const [weightRed, weightBlue] = WEIGHTS[matrix ?? 'bt709'] ?? BT709;
  const weightGreen = 1 - weightRed - weightBlue;
  const unit = 2 ** (bits - 8);
  const black = fullRange ? 0 : 16 * unit;
  const lumaScale = 255 / (fullRange ? 2 ** bits - 1 : 219 * unit);
  const chromaScale = 255 / (fullRange ? 2 ** bits - 1 : 224 * unit) / CHROMA_PARTS;
  const redByCr = 2 * (1 - weightRed) * chromaScale;
  const blueByCb = 2 * (1 - weightBlue) * chromaScale;
  const greenByCr = (-redByCr * weightRed) / weightGreen;
  const greenByCb = (-blueByCb * weightBlue) / weightGreen;
  const raster = createRaster(width, height);
  const { data } = raster;
  const middle = 128 * unit * CHROMA_PARTS;
  const cb = new Int32Array(width);
  const cr = new Int32Array(width);
  const rows = halvesHeight ? (height + 1) >> 1 : height;
  const columns = halvesWidth ? (width + 1) >> 1 : width;
  const interpolate = ({ start, stride }: Plane, y: number, target: Int32Array) => {
    const own = halvesHeight ? y >> 1 : y;
    const other = halvesHeight ? Math.min(rows - 1, Math.max(0, own + (y % 2 === 0 ? -1 : 1))) : own;
    const [near, far] = [start + own * stride, start + other * stride];
    const mean = (column: number) =>
      3 * (samples[near + column * chromaStep] as number) + (samples[far + column * chromaStep] as number);
    let value = mean(0);
    for (let column = 0, x = 0; column < columns; column++) {
      const next = column + 1 < columns ? mean(column + 1) : value;
      target[x++] = 2 * value - middle;
      if (halvesWidth && x < width) target[x++] = value + next - middle;
      value = next;
    }
  };
  for (let y = 0, at = 0; y < height; y++) {
    interpolate(frame.blue, y, cb);
    interpolate(frame.red, y, cr);
    const row = luma.start + y * luma.stride;
    for (let x = 0; x < width; x++, at += 4) {
      const bright = ((samples[row + x] as number) - black) * lumaScale;
      const [b, r] = [cb[x] as number, cr[x] as number];
      data[at] = bright + r * redByCr;
      data[at + 1] = bright + b * greenByCb + r * greenByCr;
      data[at + 2] = bright + b * blueByCb;
      data[at + 3] = 255;
    }
  }
  return raster;
}

/** Interpolated chroma is a sum of samples with weights that add up to this number. */
const CHROMA_PARTS = 8;

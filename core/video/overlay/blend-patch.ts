import { createRaster, pixelWords } from '../../base/raster.ts';
import type { Size } from '../../geometry/point.ts';
import type { YuvImage } from '../../platform/media.ts';
import { chromaOf, lumaOf } from '../h264/yuv.ts';
import type { OverlayPatch } from './overlay.ts';

/** A patch in Y′CbCr 4:2:0 with alpha. Its place and size are even, and it is inside the frame. */
export interface YuvPatch extends Size {
  readonly left: number;
  readonly top: number;
  /** Luma, then Cb, then Cr. */
  readonly data: Uint8Array;
  /** Alpha of each pixel, 0 to 255. */
  readonly alpha: Uint8Array;
  /** Sum of the alphas of the four pixels of each chroma sample, 0 to 1020. */
  readonly chromaAlpha: Uint16Array;
}

/** Converts a patch for frames of this size; `undefined` if all of it is outside the frame. */
export function toYuvPatch(patch: OverlayPatch, frame: Size): YuvPatch | undefined {
  const { left, top, width, height, pixels } = evenPart(patch, frame);
  if (width <= 0 || height <= 0) return undefined;
  const count = width * height;
  const data = new Uint8Array((count * 3) / 2);
  const alpha = new Uint8Array(count);
  const chromaAlpha = new Uint16Array(count / 4);
  for (let pixel = 0, at = 0; pixel < count; pixel++, at += 4) {
    data[pixel] = lumaOf(pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number);
    alpha[pixel] = pixels[at + 3] as number;
  }
  const stride = width * 4;
  let place = 0;
  for (let y = 0; y < height; y += 2) {
    for (let at = y * stride; at < (y + 1) * stride; at += 8, place++) {
      const four = [at, at + 4, at + stride, at + stride + 4];
      const sum = four.reduce((total, pixel) => total + (pixels[pixel + 3] as number), 0);
      if (sum === 0) continue;
      // Colors are weighted by their alpha, so that transparent pixels have no influence.
      const mean = (channel: number) =>
        (4 *
          four.reduce(
            (total, pixel) => total + (pixels[pixel + channel] as number) * (pixels[pixel + 3] as number),
            0,
          )) /
        sum;
      const { blue, red } = chromaOf(mean(0), mean(1), mean(2));
      chromaAlpha[place] = sum;
      data[count + place] = blue;
      data[count + count / 4 + place] = red;
    }
  }
  return { left, top, width, height, data, alpha, chromaAlpha };
}

/** Returns the part of a patch inside the frame, widened by transparent pixels to even edges. */
function evenPart({ left, top, image }: OverlayPatch, frame: Size) {
  const [outerLeft, outerTop] = [Math.max(0, left), Math.max(0, top)].map((edge) => edge - (edge % 2)) as [
    number,
    number,
  ];
  const width = Math.min(frame.width, left + image.width + ((left + image.width) % 2)) - outerLeft;
  const height = Math.min(frame.height, top + image.height + ((top + image.height) % 2)) - outerTop;
  const place = { left: outerLeft, top: outerTop, width, height };
  if (width <= 0 || height <= 0) return { ...place, pixels: image.data };
  if (outerLeft === left && outerTop === top && width === image.width && height === image.height)
    return { ...place, pixels: image.data };
  const part = createRaster(width, height);
  const [from, to] = [pixelWords(image), pixelWords(part)];
  const [columns, rows] = [Math.max(0, -left), Math.max(0, -top)];
  const [x, y] = [Math.max(0, left) - outerLeft, Math.max(0, top) - outerTop];
  const shown = Math.min(image.width - columns, width - x);
  for (let row = 0; row < Math.min(image.height - rows, height - y); row++) {
    const start = (rows + row) * image.width + columns;
    to.set(from.subarray(start, start + shown), (y + row) * width + x);
  }
  return { ...place, pixels: part.data };
}

/** Returns a copy of the frame with the patches over it. The conversion is linear, as in `mixYuv`. */
export function blendPatches(frame: YuvImage, patches: readonly YuvPatch[]): YuvImage {
  const data = frame.data.slice();
  for (const patch of patches) blendPatch(data, frame, patch);
  return { ...frame, data };
}

function blendPatch(frame: Uint8Array, { width, height }: Size, patch: YuvPatch): void {
  blendPlane(frame, width, 0, patch.data, patch.width, 0, patch.alpha, 255, patch);
  const half = { left: patch.left / 2, top: patch.top / 2, width: patch.width / 2, height: patch.height / 2 };
  const [pixels, drawn] = [width * height, patch.width * patch.height];
  for (const plane of [0, 1])
    blendPlane(
      frame,
      width / 2,
      pixels + (plane * pixels) / 4,
      patch.data,
      half.width,
      drawn + (plane * drawn) / 4,
      patch.chromaAlpha,
      1020,
      half,
    );
}

function blendPlane(
  to: Uint8Array,
  toStride: number,
  toStart: number,
  from: Uint8Array,
  fromStride: number,
  fromStart: number,
  alpha: Uint8Array | Uint16Array,
  opaque: number,
  { left, top, width, height }: Size & { readonly left: number; readonly top: number },
): void {
  for (let y = 0; y < height; y++) {
    let at = toStart + (top + y) * toStride + left;
    for (let place = y * fromStride; place < y * fromStride + width; place++, at++) {
      const weight = alpha[place] as number;
      if (weight === 0) continue;
      const below = to[at] as number;
      to[at] = Math.round(below + (((from[fromStart + place] as number) - below) * weight) / opaque);
    }
  }
}

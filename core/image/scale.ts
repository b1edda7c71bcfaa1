import type { Raster } from '../base/raster.ts';
import type { Size } from '../geometry/point.ts';
import type { OperationContext } from '../platform/context.ts';
import { checkImageSize } from './check-size.ts';
import { cropTo, type PixelRect } from './crop.ts';
import { jpegReduction } from './formats/jpeg/jpeg-reduction.ts';
import { largestRect } from './largest-rect.ts';
import { originOf } from './origin.ts';
import { type Anchor, anchorPosition } from './pad/fields.ts';
import { scaledBy } from './print-scale.ts';
import type { FilterName } from './resample/filters.ts';
import { resample } from './resample/resample.ts';

export interface ScaleParameters {
  readonly factor?: number;
  readonly width?: number;
  readonly height?: number;
  /** True to fit the image into `width` × `height` without changing the image's aspect ratio. */
  readonly keepAspect: boolean;
  readonly percent?: number | undefined;
  readonly longEdge?: number | undefined;
  /** True to return the image unchanged if it would grow in width or height. */
  readonly withoutEnlargement?: boolean;
  /**
   * Method to fit the image into `width` × `height`, as named in sharp and CSS: `contain` preserves the aspect ratio,
   * `cover` crops, `pad` adds a background. `fill`, the default, stretches unless `keepAspect` is set.
   */
  readonly fit?: Fit;
  /** Part of the image that the method `cover` preserves, or position of the image with the method `pad`. */
  readonly anchor?: Anchor;
  /** Background that the method `pad` adds: a color, `transparent` or `blur`. */
  readonly background?: string;
  /** Resampling filter; `auto`, the default, is Lanczos-3. */
  readonly resample?: FilterName | 'auto';
}

export type Fit = 'contain' | 'cover' | 'fill' | 'pad';

/** Returns the scaled size, rounded, at least 1 px. A missing side follows from the aspect ratio. */
export function scaledSize(size: Size, params: ScaleParameters): Size {
  const box = boxOf(params);
  if (box && params.fit === 'pad') return box;
  if (box && params.fit === 'cover') {
    const { width, height } = coverRect(size, box, params);
    const isSmaller = params.withoutEnlargement && (width < box.width || height < box.height);
    return isSmaller ? { width, height } : box;
  }
  return contentSize(size, params);
}

const boxOf = ({ width, height }: ScaleParameters): Size | undefined =>
  width === undefined || height === undefined ? undefined : { width, height };

function contentSize(size: Size, params: ScaleParameters): Size {
  const keepAspect = params.keepAspect || params.fit === 'contain' || params.fit === 'pad';
  const wanted = wantedSize(size, { ...params, keepAspect });
  const enlarges = wanted.width > size.width || wanted.height > size.height;
  return params.withoutEnlargement && enlarges ? size : wanted;
}

/** Returns the largest part of the image with the aspect ratio of `box`, at the anchor. */
function coverRect(size: Size, box: Size, { anchor = 'center' }: ScaleParameters) {
  const { x, y } = anchorPosition(anchor);
  return largestRect(size, box.width / box.height, x, y);
}

function wantedSize(size: Size, { factor, percent, longEdge, width, height, keepAspect }: ScaleParameters): Size {
  const by = (factorX: number, factorY = factorX) => ({
    width: Math.max(1, Math.round(size.width * factorX)),
    height: Math.max(1, Math.round(size.height * factorY)),
  });
  if (factor !== undefined) return by(factor);
  if (percent !== undefined) return by(percent / 100);
  if (longEdge !== undefined)
    return size.width >= size.height
      ? { width: longEdge, height: by(longEdge / size.width).height }
      : { width: by(longEdge / size.height).width, height: longEdge };
  if (width !== undefined && height !== undefined) {
    const [across, down] = [by(width / size.width), by(height / size.height)];
    // If width and height match the image's aspect ratio after rounding, returns exactly width and height.
    if (!keepAspect || across.height === height || down.width === width) return { width, height };
    return width / size.width <= height / size.height
      ? { width, height: across.height }
      : { width: down.width, height };
  }
  if (width !== undefined) return { width, height: by(width / size.width).height };
  if (height !== undefined) return { width: by(height / size.height).width, height };
  return size;
}

/** A plan to resample a part of the image, and to add padding if `result` is larger than `content`. */
export interface ScalePlan {
  readonly part: PixelRect;
  readonly content: Size;
  readonly result: Size;
}

export function planScale({ width, height }: Size, params: ScaleParameters): ScalePlan {
  const size = { width, height };
  const box = boxOf(params);
  const part = box && params.fit === 'cover' ? coverRect(size, box, params) : { x: 0, y: 0, ...size };
  const result = scaledSize(size, params);
  return { part, content: box && params.fit === 'pad' ? contentSize(size, params) : result, result };
}

export const factorsOf = ({ part, content }: ScalePlan) => ({
  x: content.width / part.width,
  y: content.height / part.height,
});

/** Returns the scaled image; `image` itself at the same size. Throws FudebakoError `imageTooLarge`, `memoryLimit`. */
export async function scale(image: Raster, params: ScaleParameters, context: OperationContext): Promise<Raster> {
  const plan = planScale(image, params);
  checkImageSize(plan.result, context.limits);
  const made = await addPadding(
    await resize(cropTo(image, plan.part), plan.content, params, context),
    plan,
    params,
    context,
  );
  return made === image ? image : scaledBy(made, image, factorsOf(plan));
}

export async function addPadding(
  content: Raster,
  { result }: ScalePlan,
  { fit, anchor = 'center', background = '#ffffff', ...params }: ScaleParameters,
  context: OperationContext,
): Promise<Raster> {
  if (fit !== 'pad' || !boxOf(params)) return content;
  return (await import('./pad/pad.ts')).padTo(content, result, { anchor, background }, context);
}

async function resize(
  image: Raster,
  { width, height }: Size,
  params: ScaleParameters,
  context: OperationContext,
): Promise<Raster> {
  if (width === image.width && height === image.height) return image;
  const { resample: wanted = 'auto' } = params;
  const filter = wanted === 'auto' ? 'lanczos' : wanted;
  // Reduces JPEGs while decoding only for Lanczos-3, which can follow exactly.
  const origin = filter === 'lanczos' ? originOf(image) : undefined;
  if (origin && jpegReduction(image, { width, height }) > 1) {
    const { scaleFromFile } = await import('./codecs/decode.ts');
    const part = { x: origin.x, y: origin.y, width: image.width, height: image.height };
    const scaled = await scaleFromFile(origin.file, part, { width, height }, context);
    if (scaled) return scaled;
  }
  return resample(image, width, height, context, filter);
}

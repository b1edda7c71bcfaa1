import { rgbaOf } from '../base/color.ts';
import type { Raster } from '../base/raster.ts';
import type { OperationContext } from '../platform/context.ts';
import { cropTo, type PixelRect } from './crop.ts';

export interface TrimParameters {
  /** Maximum difference between a border pixel and the border's color, in levels of 0 to 255. */
  readonly tolerance: number;
  /** Width in pixels of the border that stays. */
  readonly margin: number;
  /** Color of the border; `transparent`; or `auto` for the color that most corners of the image have. */
  readonly color: string;
  /** Area to preserve, if it is known. Otherwise it is found in the image. */
  readonly area?: PixelRect | undefined;
}

type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** Trims an image. Returns `image` itself, with the warning `nothingTrimmed`, if it has no border or no content. */
export function trim(
  image: Raster,
  params: TrimParameters,
  { onWarning }: Pick<OperationContext, 'onWarning'>,
): Raster {
  const area = params.area ?? trimmedArea(image, params);
  const trimmed = area ? cropTo(image, area) : image;
  if (trimmed === image) onWarning?.({ code: 'nothingTrimmed', data: {} });
  return trimmed;
}

/** Finds the area that shows the content of every frame. */
export function surveyFrames(params: TrimParameters) {
  let area: PixelRect | undefined;
  return {
    add: (frame: Raster) => {
      const found = trimmedArea(frame, params);
      area = area && found ? around(area, found) : (area ?? found);
    },
    result: () => ({ area }),
  };
}

function trimmedArea(image: Raster, { tolerance, margin, color }: TrimParameters): PixelRect | undefined {
  const content = contentArea(image, borderColor(image, color, tolerance), tolerance);
  if (!content) return undefined;
  const [x, y] = [Math.max(0, content.x - margin), Math.max(0, content.y - margin)];
  return {
    x,
    y,
    width: Math.min(image.width, content.x + content.width + margin) - x,
    height: Math.min(image.height, content.y + content.height + margin) - y,
  };
}

function around(one: PixelRect, other: PixelRect): PixelRect {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}

function borderColor(image: Raster, color: string, tolerance: number): Rgba {
  if (color === 'transparent') return [0, 0, 0, 0];
  if (color !== 'auto') return rgbaOf(color);
  const { width, height, data } = image;
  const corners = [0, width - 1, (height - 1) * width, height * width - 1].map(
    (pixel): Rgba => [...data.subarray(pixel * 4, pixel * 4 + 4)] as unknown as Rgba,
  );
  const votes = corners.map(
    (border) => corners.filter((corner) => !differs(Uint8ClampedArray.from(corner), 0, border, tolerance)).length,
  );
  return corners[votes.indexOf(Math.max(...votes))] as Rgba;
}

/**
 * True if alpha or a color channel differs by more than the tolerance. A color counts as composited on the border's
 * color, so translucent pixels differ less and transparent pixels have no color.
 */
function differs(data: Uint8ClampedArray, at: number, [red, green, blue, alpha]: Rgba, tolerance: number): boolean {
  const own = data[at + 3] as number;
  if (Math.abs(own - alpha) > tolerance) return true;
  const most = tolerance * 255;
  return (
    own * Math.abs((data[at] as number) - red) > most ||
    own * Math.abs((data[at + 1] as number) - green) > most ||
    own * Math.abs((data[at + 2] as number) - blue) > most
  );
}

/** Returns the smallest rectangle around all pixels that differ from the border; `undefined` without such a pixel. */
function contentArea({ width, height, data }: Raster, border: Rgba, tolerance: number): PixelRect | undefined {
  const isContent = (x: number, y: number) => differs(data, (y * width + x) * 4, border, tolerance);
  const rowHasContent = (y: number) => {
    for (let x = 0; x < width; x++) if (isContent(x, y)) return true;
    return false;
  };
  let top = 0;
  while (top < height && !rowHasContent(top)) top++;
  if (top === height) return undefined;
  let bottom = height;
  while (!rowHasContent(bottom - 1)) bottom--;
  let [left, right] = [width, 0];
  for (let y = top; y < bottom; y++) {
    for (let x = 0; x < left; x++) if (isContent(x, y)) left = x;
    for (let x = width - 1; x >= right; x--) if (isContent(x, y)) right = x + 1;
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

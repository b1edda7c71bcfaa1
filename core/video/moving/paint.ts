import type { Size } from '../../geometry/point.ts';
import type { YuvImage } from '../../platform/media.ts';

/** A line with round ends. All lengths are in pixels of the frame. */
export interface Stroke {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly radius: number;
}

/** A box with straight edges, which may lie between pixels. */
export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  /** 0 to 1. */
  readonly opacity: number;
}

/** How much of each pixel of a frame is covered: 0 to 255. Rows of `width` pixels. */
export interface Mask extends Size {
  readonly data: Uint8Array<ArrayBuffer>;
  /** The same memory in words of four pixels. */
  readonly words: Uint32Array<ArrayBuffer>;
}

/** Creates a mask that covers nothing; its width is a multiple of four, as that of every resolution. */
export function createMask({ width, height }: Size): Mask {
  const data = new Uint8Array(width * height);
  return { width, height, data, words: new Uint32Array(data.buffer) };
}

/** Covers a line. A pixel's coverage is its center's distance to the edge, so edges are smooth for one pixel. */
export function paintStroke(mask: Mask, { x0, y0, x1, y1, radius }: Stroke): void {
  const reach = radius + 0.5;
  const left = Math.max(0, Math.floor(Math.min(x0, x1) - reach));
  const right = Math.min(mask.width - 1, Math.ceil(Math.max(x0, x1) + reach));
  const top = Math.max(0, Math.floor(Math.min(y0, y1) - reach));
  const bottom = Math.min(mask.height - 1, Math.ceil(Math.max(y0, y1) + reach));
  const [dx, dy] = [x1 - x0, y1 - y0];
  const squared = dx * dx + dy * dy;
  for (let y = top; y <= bottom; y++) {
    const fromY = y + 0.5 - y0;
    // Rows of an upright line between its ends are equal.
    if (dx === 0 && y > top && y - 0.5 > Math.min(y0, y1) && y + 0.5 < Math.max(y0, y1)) {
      // Without `copyWithin`, whose call takes longer than the few pixels of a row.
      for (let at = y * mask.width + left; at <= y * mask.width + right; at++)
        mask.data[at] = mask.data[at - mask.width] as number;
      continue;
    }
    for (let x = left; x <= right; x++) {
      const fromX = x + 0.5 - x0;
      const along = squared === 0 ? 0 : Math.max(0, Math.min(1, (fromX * dx + fromY * dy) / squared));
      const [offX, offY] = [fromX - along * dx, fromY - along * dy];
      const covered = reach - Math.sqrt(offX * offX + offY * offY);
      if (covered <= 0) continue;
      const at = y * mask.width + x;
      const value = covered >= 1 ? 255 : Math.round(255 * covered);
      if (value > (mask.data[at] as number)) mask.data[at] = value;
    }
  }
}

export function paintBox(mask: Mask, { x0, y0, x1, y1, opacity }: Box): void {
  for (let y = Math.max(0, Math.floor(y0)); y < Math.min(mask.height, Math.ceil(y1)); y++) {
    const rows = Math.min(y + 1, y1) - Math.max(y, y0);
    for (let x = Math.max(0, Math.floor(x0)); x < Math.min(mask.width, Math.ceil(x1)); x++) {
      const columns = Math.min(x + 1, x1) - Math.max(x, x0);
      const at = y * mask.width + x;
      mask.data[at] = Math.max(mask.data[at] as number, Math.round(255 * opacity * rows * columns));
    }
  }
}

/** Limited-range Y′CbCr. */
export interface YuvColor {
  readonly luma: number;
  readonly blue: number;
  readonly red: number;
  /** 0 to 1. */
  readonly opacity: number;
}

/** A part of a frame with even edges, in pixels; the end is exclusive. */
export interface Part {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Writes a part of `image` to `target`, with the color where the mask covers it. */
export function blendMask(target: YuvImage, image: YuvImage, mask: Mask, color: YuvColor, part: Part): void {
  const { width, height } = image;
  const [from, to, cover] = [image.data, target.data, mask.data];
  const isOpaque = color.opacity === 1;
  for (let y = part.top; y < part.bottom; y++) {
    for (let at = y * width + part.left; at < y * width + part.right; at++) {
      const below = from[at] as number;
      const covered = cover[at] as number;
      if (covered === 0) to[at] = below;
      else if (covered === 255 && isOpaque) to[at] = color.luma;
      else to[at] = below + Math.round(((color.luma - below) * color.opacity * covered) / 255);
    }
  }
  const blue = width * height;
  const red = blue + blue / 4;
  for (let y = part.top / 2; y < part.bottom / 2; y++) {
    for (let x = part.left / 2; x < part.right / 2; x++) {
      const first = 2 * y * width + 2 * x;
      const upper = (cover[first] as number) + (cover[first + 1] as number);
      const lower = (cover[first + width] as number) + (cover[first + width + 1] as number);
      const at = (y * width) / 2 + x;
      const belowBlue = from[blue + at] as number;
      const belowRed = from[red + at] as number;
      if (upper + lower === 0) {
        to[blue + at] = belowBlue;
        to[red + at] = belowRed;
        continue;
      }
      const weight = ((upper + lower) * color.opacity) / 1020;
      to[blue + at] = belowBlue + Math.round((color.blue - belowBlue) * weight);
      to[red + at] = belowRed + Math.round((color.red - belowRed) * weight);
    }
  }
}

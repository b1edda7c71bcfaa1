import { MAX_CANVAS_PIXELS } from '../base/limits.ts';
import type { Raster } from '../base/raster.ts';
import type { Size } from '../geometry/point.ts';
import type { Canvas, Canvases } from '../platform/canvas.ts';
import type { RowBand } from './bands.ts';
import { paintRowsOver } from './blend/paint-over.ts';

export type PaintBand = (canvas: Canvas, band: RowBand, onProgress: (fraction: number) => void) => void;

/** Number of pixels read from a canvas at a time. Allocating memory for all pixels would take longer than reading. */
const STRIP_PIXELS = 1_000_000;

/**
 * Paints over an image in place, on one canvas if the image fits, because antialiasing depends on the canvas position.
 * Splits larger images into bands, if possible between the `touched` rows. Reads only `touched` rows back.
 */
export function paintInBands(
  image: Raster,
  touched: readonly RowBand[],
  canvases: Canvases,
  paint: PaintBand,
  { maxPixels = MAX_CANVAS_PIXELS, onProgress, compose = paintRowsOver }: PaintOptions = {},
): void {
  const spans = joinSpans(touched, image.height);
  const bands = canvasBands(image, spans, maxPixels);
  const stripRows = Math.max(1, Math.floor(STRIP_PIXELS / image.width));
  for (const [index, band] of bands.entries()) {
    const canvas = canvases.create(image.width, band.end - band.start);
    try {
      paint(canvas, band, (fraction) => onProgress?.((index + fraction) / bands.length));
      for (const span of spans)
        for (let row = Math.max(span.start, band.start); row < Math.min(span.end, band.end); row += stripRows) {
          const end = Math.min(row + stripRows, span.end, band.end);
          compose(image, canvas.toRaster({ start: row - band.start, end: end - band.start }), row);
        }
    } finally {
      canvas.release();
    }
  }
}

interface PaintOptions {
  readonly maxPixels?: number;
  readonly onProgress?: ((fraction: number) => void) | undefined;
  /** Puts painted rows on the image. */
  readonly compose?: typeof paintRowsOver;
}

/** Rounds spans of rows to whole rows inside the image, and sorts and merges the spans. */
function joinSpans(spans: readonly RowBand[], height: number): RowBand[] {
  const joined: RowBand[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const start = Math.max(0, Math.floor(span.start));
    const end = Math.min(height, Math.ceil(span.end));
    const last = joined.at(-1);
    if (last && start <= last.end) joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else if (start < end) joined.push({ start, end });
  }
  return joined;
}

/** Splits the image into bands that fit the canvas limit; prefers few bands, and borders between painted spans. */
function canvasBands({ width, height }: Size, spans: readonly RowBand[], maxPixels: number): RowBand[] {
  if (spans.length === 0) return [];
  if (width * height <= maxPixels) return [{ start: 0, end: height }];
  const maxRows = Math.max(1, Math.floor(maxPixels / width));
  const bands: RowBand[] = [];
  for (const { start, end } of spans) {
    const last = bands.at(-1);
    if (last && end - last.start <= maxRows) {
      bands[bands.length - 1] = { start: last.start, end };
      continue;
    }
    const count = Math.ceil((end - start) / maxRows);
    const cut = (index: number) => start + Math.round(((end - start) * index) / count);
    for (let index = 0; index < count; index++) bands.push({ start: cut(index), end: cut(index + 1) });
  }
  return bands;
}

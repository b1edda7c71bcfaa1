import { transfer } from 'comlink';
import type { Raster } from '#core/base/raster.ts';
import type { Size } from '#core/geometry/point.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import type { PixelRect } from '#core/image/crop.ts';
import { imageMimeType } from '#core/image/formats/output-formats.ts';
import { makeMask } from '#core/image/make-mask.ts';
import { type GrayMask, invertMask, maskFromRaster, maskToRaster } from '#core/image/mask/gray-mask.ts';
import { type Pen, type StrokePainter, startStroke, unite } from '#core/image/mask/strokes.ts';
import type { OperationContext, Warning } from '#core/platform/context.ts';
import { createBrowserPlatform } from '../../platform/browser.ts';
import { decodeWithWarnings } from '../../platform/decode-with-warnings.ts';
import { createBrowserWorkers } from '../../platform/workers.ts';
import { sourceFile } from '../../workers/files.ts';
import { Jobs } from '../../workers/jobs.ts';
import { serve } from '../../workers/serve.ts';
import { foundLittle } from './found-little.ts';
import { type MaskPatch, maskPatch, previewFactor } from './mask-patch.ts';
import { type PackedStroke, type Painted, unpackPoints, unpackStroke } from './mask-strokes.ts';

export interface MaskSource {
  /** Mask width in pixels; 0 for the width of the image from which the mask is made. */
  readonly width: number;
  readonly height: number;
  readonly gray: number;
  /** Image whose luminance becomes the mask. */
  readonly image?: NamedBlob;
  /** Image whose colors the selections read. If a mask has `colors`, `image` is undefined. */
  readonly colors?: Colors;
}

interface NamedBlob {
  readonly name: string;
  readonly blob: Blob;
}

interface Colors extends NamedBlob {
  readonly id: string;
}

export interface MaskFacts extends Size {
  readonly warnings: readonly Warning[];
  /** True if little of the last box around a subject is visible. */
  readonly foundLittle: boolean;
}

/** Mask pixels under a stroke, saved before painting so that undo can restore them. */
interface Underneath {
  readonly rect: PixelRect;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** Maximum bytes of pixels that are stored for undo. Undoing an older stroke repaints the whole mask. */
const UNDO_BYTES = 128 * 1024 * 1024;

/** Pixels per strip when redrawing, small enough to keep the page responsive. */
const STRIP_PIXELS = 1_000_000;

/** Holds the mask with one byte per pixel, and paints strokes on the mask. */
class MaskPainter {
  private readonly platform = createBrowserPlatform(createBrowserWorkers());
  private mask: GrayMask = { width: 0, height: 0, data: new Uint8Array() };
  private underneath: Underneath[] = [];
  private stroke: { readonly painter: StrokePainter; changed: PixelRect | undefined } | undefined;
  private colors: { readonly id: string; readonly raster: Raster } | undefined;
  private readonly jobs = new Jobs(this.platform);

  /** Opens a mask. The previous mask stays in memory until the new mask is complete. */
  open(job: number, start: MaskSource, painted: Painted, onProgress: (fraction: number) => void): Promise<MaskFacts> {
    return this.jobs.run(job, onProgress, async (context) => {
      const { image, colors, width, height, gray } = start;
      const decoded = image && (await decodeWithWarnings(sourceFile(image.blob, image.name), context));
      const source = colors ? await this.colorsOf(colors, context) : decoded?.raster;
      const params = { ...painted, width, height, gray, strokes: painted.strokes.map(unpackStroke) };
      const found: Warning[] = [];
      const making = { ...context, onWarning: (warning: Warning) => void found.push(warning) };
      this.mask = maskFromRaster(await makeMask(source, params, making));
      this.underneath = [];
      this.stroke = undefined;
      return {
        width: this.mask.width,
        height: this.mask.height,
        warnings: [...(decoded?.warnings ?? []), ...found],
        foundLittle: foundLittle(this.mask, painted),
      };
    });
  }

  /** Decodes the image under the mask once, because every change of a selection reads its colors again. */
  private async colorsOf({ id, name, blob }: Colors, context: OperationContext): Promise<Raster> {
    if (this.colors?.id === id) return this.colors.raster;
    const { raster } = await decodeWithWarnings(sourceFile(blob, name), context);
    this.colors = { id, raster };
    return raster;
  }

  cancel(job: number): void {
    this.jobs.cancel(job);
  }

  async redraw(draw: (patch: MaskPatch) => Promise<void>): Promise<void> {
    const { mask } = this;
    const { width, height } = mask;
    const factor = previewFactor(mask);
    const rows = Math.max(1, Math.floor(STRIP_PIXELS / (width * factor))) * factor;
    for (let y = 0; y < height; y += rows) {
      const patch = maskPatch(mask, { x: 0, y, width, height: Math.min(rows, height - y) }, factor);
      await draw(transfer(patch, [patch.data.buffer]));
    }
  }

  begin(pen: Pen): void {
    this.stroke = { painter: startStroke(this.mask, pen), changed: undefined };
  }

  extend(points: readonly number[]): MaskPatch | undefined {
    const { stroke } = this;
    if (!stroke) return undefined;
    let changed: PixelRect | undefined;
    for (const point of unpackPoints(points)) changed = unite(changed, stroke.painter.add(point));
    stroke.changed = unite(stroke.changed, changed);
    return this.patch(changed);
  }

  end(): MaskPatch | undefined {
    const { stroke } = this;
    if (!stroke) return undefined;
    this.stroke = undefined;
    const last = stroke.painter.finish();
    const rect = unite(stroke.changed, last) ?? { x: 0, y: 0, width: 0, height: 0 };
    this.underneath.push({ rect, data: cut(stroke.painter.before, this.mask.width, rect) });
    let bytes = this.underneath.reduce((sum, { data }) => sum + data.length, 0);
    while (bytes > UNDO_BYTES && this.underneath.length > 1) bytes -= this.underneath.shift()?.data.length ?? 0;
    return this.patch(last);
  }

  abandon(): MaskPatch | undefined {
    const { stroke } = this;
    this.stroke = undefined;
    if (!stroke?.changed) return undefined;
    const { changed, painter } = stroke;
    this.put({ rect: changed, data: cut(painter.before, this.mask.width, changed) });
    return this.patch(changed);
  }

  paint({ points, ...pen }: PackedStroke): MaskPatch | undefined {
    this.begin(pen);
    this.extend(points);
    const rect = this.stroke?.changed;
    this.end();
    return this.patch(unite(rect, this.underneath.at(-1)?.rect));
  }

  /** Undoes the last stroke; returns undefined if the pixels from before the stroke are no longer stored. */
  unpaint(): { readonly patch: MaskPatch | undefined } | undefined {
    const last = this.underneath.pop();
    if (!last) return undefined;
    this.put(last);
    const patch = this.patch(last.rect);
    return patch ? transfer({ patch }, [patch.data.buffer]) : { patch };
  }

  invert(): void {
    invertMask(this.mask);
  }

  async png(): Promise<Blob> {
    const bytes = await encodeImage(maskToRaster(this.mask), { format: 'png' }, { platform: this.platform });
    return new Blob([bytes], { type: imageMimeType('png') });
  }

  private put({ rect, data }: Underneath): void {
    const { mask } = this;
    for (let row = 0; row < rect.height; row++)
      mask.data.set(data.subarray(row * rect.width, (row + 1) * rect.width), (rect.y + row) * mask.width + rect.x);
  }

  private patch(rect: PixelRect | undefined): MaskPatch | undefined {
    if (!rect || rect.width === 0 || rect.height === 0) return undefined;
    const patch = maskPatch(this.mask, rect, previewFactor(this.mask));
    return transfer(patch, [patch.data.buffer]);
  }
}

function cut(data: Uint8Array, stride: number, { x, y, width, height }: PixelRect): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const from = (y + row) * stride + x;
    rows.set(data.subarray(from, from + width), row * width);
  }
  return rows;
}

export type MaskPainterApi = MaskPainter;
serve(new MaskPainter());

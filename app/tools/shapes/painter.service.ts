import { transfer } from 'comlink';
import { boxCenter, boxHeight, boxWidth, growBox, rotatedBounds } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import type { Warning } from '#core/platform/context.ts';
import { componentBox } from '#core/shapes/component-box.ts';
import { paintScene, type View } from '#core/shapes/paint.ts';
import { type Scene, sceneOf } from '#core/shapes/scene.ts';
import { hasText, isLine, type ShapeComponent } from '#core/shapes/settings.ts';
import { createBrowserPlatform } from '../../platform/browser.ts';
import { browserCanvases } from '../../platform/canvases.ts';
import { decodeWithWarnings } from '../../platform/decode-with-warnings.ts';
import { browserFonts } from '../../platform/fonts.ts';
import { createBrowserWorkers } from '../../platform/workers.ts';
import { sourceFile } from '../../workers/files.ts';
import { Jobs } from '../../workers/jobs.ts';
import { serve } from '../../workers/serve.ts';

export interface ImageFacts extends Size {
  readonly warnings: readonly Warning[];
}

/** Lays out the texts inside shapes. The code of the layout loads with the first text. */
async function layoutTexts(components: readonly ShapeComponent[], size: Size) {
  if (!components.some(hasText)) return [];
  return (await import('#core/text/shape-texts.ts')).layoutShapeTexts(components, size, browserFonts);
}

/** Draws shapes in a worker, so that thousands of repeated shapes don't block the page. */
class ShapePainter {
  private readonly images = new Map<string, ImageBitmap>();
  private readonly jobs = new Jobs(createBrowserPlatform(createBrowserWorkers()));

  /** @throws FudebakoError the errors of `decodeImage` */
  setImage(job: number, key: string, blob: Blob, name: string): Promise<ImageFacts> {
    return this.jobs.run(job, undefined, async (context) => {
      const { raster, warnings } = await decodeWithWarnings(sourceFile(blob, name), context);
      const { width, height, data } = raster;
      const bitmap = await createImageBitmap(new ImageData(data, width, height));
      this.images.get(key)?.close();
      this.images.set(key, bitmap);
      return { width, height, warnings };
    });
  }

  removeImage(key: string): void {
    this.images.get(key)?.close();
    this.images.delete(key);
  }

  cancel(job: number): void {
    this.jobs.cancel(job);
  }

  /** Draws all shapes; `scale` is canvas pixels per image pixel. */
  draw(components: readonly ShapeComponent[], size: Size, scale: number): Promise<ImageBitmap> {
    const width = Math.max(1, Math.round(size.width * scale));
    const height = Math.max(1, Math.round(size.height * scale));
    return this.paint(components, size, { width, height, scale: width / size.width, x: 0, y: 0 });
  }

  /** Draws the thumbnail of a shape without its repetitions, as large as fits into a square. */
  thumbnail(component: ShapeComponent, size: Size, side: number): Promise<ImageBitmap> {
    const once = { ...component, repeatCount: 1, repeat2Count: 1 };
    const pointed = isLine(component.shape);
    const head = component.arrow === 'none' ? 0 : component.arrowSize / 2;
    const margin = component.borderWidth * (0.5 + (pointed ? head : 0)) + (pointed ? 0 : component.boxMargin);
    const bounds = growBox(rotatedBounds(componentBox(component, size), component.rotation), margin);
    const room = Math.max(boxWidth(bounds), boxHeight(bounds), 1);
    const scale = (side - 2) / room;
    const center = boxCenter(bounds);
    const half = side / 2 / scale;
    // Widens thin borders, which would be invisible in a thumbnail.
    const visible = { ...once, borderWidth: once.borderWidth && Math.max(once.borderWidth, 1.5 / scale) };
    return this.paint([visible], size, { width: side, height: side, scale, x: center.x - half, y: center.y - half });
  }

  /** Returns the shapes as a scene, from which an SVG file is made. */
  async scene(components: readonly ShapeComponent[], size: Size): Promise<Scene> {
    return sceneOf(components, size, this.images, await layoutTexts(components, size));
  }

  /** Returns the size in pixels at which the text of a shape fits into the shape. */
  async textSize(component: ShapeComponent, size: Size): Promise<number> {
    return (await layoutTexts([component], size))[0]?.fontSizePx ?? component.textSize;
  }

  private async paint(components: readonly ShapeComponent[], size: Size, view: View): Promise<ImageBitmap> {
    const scene = await this.scene(components, size);
    const canvas = new OffscreenCanvas(view.width, view.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error(`No 2D context for ${view.width} × ${view.height} px`);
    paintScene(scene, context as never, browserCanvases, view, this.images as never);
    const bitmap = canvas.transferToImageBitmap();
    return transfer(bitmap, [bitmap]);
  }
}

export type ShapePainterApi = ShapePainter;
serve(new ShapePainter());

import { ParameterError } from '../base/errors.ts';
import { baseName, type SourceFile } from '../base/files.ts';
import { copyRaster, type Raster } from '../base/raster.ts';
import type { Size } from '../geometry/point.ts';
import { blankRaster } from '../image/blank.ts';
import { multiplyRowsOver, paintRowsOver } from '../image/blend/paint-over.ts';
import { checkImageSize } from '../image/check-size.ts';
import { decodeImage } from '../image/codecs/decode.ts';
import { paintInBands } from '../image/paint-bands.ts';
import type { CanvasImage } from '../platform/canvas.ts';
import type { OperationContext, TaskContext } from '../platform/context.ts';
import { fullView, paintScene, touchedRows } from './paint.ts';
import { blendLayers, isMultiplied, type Scene, type ShapeText, sceneOf } from './scene.ts';
import { type ShapeComponent, shapeImageKey } from './settings.ts';

declare module '../platform/workers.ts' {
  interface CoreTaskFunctions {
    'draw-shapes': typeof drawScene;
  }
}

interface DrawInputs {
  readonly image: Raster | undefined;
  readonly shapeImages: readonly SourceFile[] | undefined;
}

interface DrawParams extends Size {
  readonly background: string;
  readonly components: readonly ShapeComponent[];
  /** Texts inside the shapes, in the order of the shapes. */
  readonly texts: readonly (ShapeText | undefined)[];
}

/**
 * Draws shapes on an image or a blank background. Pixels that no shape touches stay unchanged.
 * @throws ParameterError for an unknown shape image; FudebakoError `imageLoad`; CancelledError
 */
export async function drawShapes(
  { image, shapeImages }: DrawInputs,
  params: DrawParams,
  context: OperationContext,
): Promise<Raster> {
  const images = await loadShapeImages(params.components, shapeImages ?? [], context);
  const { width, height } = image ?? params;
  checkImageSize({ width, height }, context.limits);
  const scene = sceneOf(params.components, { width, height }, images, params.texts);
  const base = image ? { image } : { color: params.background };
  const pixels = width * height + [...images.values()].reduce((sum, each) => sum + each.width * each.height, 0);
  return context.platform.workers.run(
    'draw-shapes',
    { scene, images: [...images], base },
    { signal: context.signal, onProgress: context.onProgress, workBytes: pixels * 4 },
  );
}

async function loadShapeImages(
  components: readonly ShapeComponent[],
  files: readonly SourceFile[],
  context: OperationContext,
): Promise<Map<string, Raster>> {
  const images = new Map<string, Raster>();
  for (const [index, { shape, shapeImageKey: key }] of components.entries()) {
    const isEmptyFrame = key === '' && files.length === 0;
    if (shape !== 'image' || images.has(key) || isEmptyFrame) continue;
    const file = findShapeImage(files, key);
    if (!file) throw new ParameterError(`components[${index}].shapeImageKey`, { options: keysOf(files) }, key);
    images.set(key, (await decodeImage(file, context)).raster);
  }
  return images;
}

const keysOf = (files: readonly SourceFile[]): string[] => files.map(({ name }) => name);

/** Finds an image by file name with or without extension, or by a key such as `shapeImage0`. */
function findShapeImage(files: readonly SourceFile[], key: string): SourceFile | undefined {
  return (
    files.find(({ name }) => name === key) ??
    files.find(({ name }) => baseName(name) === key) ??
    files.find((_, index) => shapeImageKey(index) === key)
  );
}

export interface DrawTask {
  readonly scene: Scene;
  readonly images: readonly (readonly [key: string, image: Raster])[];
  readonly base: { readonly image: Raster } | { readonly color: string };
}

/** Paints shapes on an image; the worker task of `drawShapes`. */
export async function drawScene({ scene, images, base }: DrawTask, context: TaskContext): Promise<Raster> {
  if (scene.items.length === 0 && 'image' in base) return base.image;
  const painted = 'image' in base ? copyRaster(base.image) : blankRaster(scene, base.color);
  const { canvases, fonts } = context.platform;
  if (scene.items.some(({ text }) => text && text.emoji.length > 0)) await fonts.prepareEmoji();
  const drawable = new Map<string, CanvasImage>();
  for (const [key, image] of images) drawable.set(key, await canvases.createImage(image));
  const view = fullView(scene);
  const layers = blendLayers(scene.items);
  for (const [index, items] of layers.entries()) {
    const layer = { ...scene, items };
    paintInBands(
      painted,
      touchedRows(layer, view),
      canvases,
      (canvas, rows, onProgress) =>
        paintScene(layer, canvas.context, canvases, { ...view, rows }, drawable, onProgress),
      {
        onProgress: (fraction) => context.onProgress?.((index + fraction) / layers.length),
        compose: isMultiplied(items) ? multiplyRowsOver : paintRowsOver,
      },
    );
  }
  return painted;
}

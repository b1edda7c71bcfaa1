import { FudebakoError } from '#core/base/errors.ts';
import type { Size } from '#core/geometry/point.ts';
import { drawShapes } from '#core/operations/draw-shapes.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { clampComponent } from '#core/shapes/component-box.ts';
import { defaultComponent, MAX_COMPONENTS, shapeImageKey } from '#core/shapes/settings.ts';
import { sceneToSvg } from '#core/shapes/svg.ts';
import { drawingName } from '../../image-tool/drawing.ts';
import { showError } from '../../notices/error-queue.ts';
import { downloadBlob } from '../../platform/download.ts';
import type { PastedStep } from '../../recipes/paste-recipe.ts';
import { fileReference } from '../../workers/image-client.ts';
import type { Components } from './drawn-shapes.ts';
import { shapePainter } from './painter-client.ts';
import type { ShapeImage, ShapeImages } from './shape-images.ts';

const drawn = (components: Components) => components.filter(({ shape }) => shape !== 'none');

function usedImages(components: Components, images: ShapeImages): [id: string, image: ShapeImage][] {
  const keys = new Set(drawn(components).map(({ shape, shapeImageKey }) => (shape === 'image' ? shapeImageKey : '')));
  return [...keys].flatMap((key) => {
    const image = images.get(key);
    return image ? [[key, image] as [string, ShapeImage]] : [];
  });
}

/** Replaces image shapes without an image by rectangles, as in the preview. */
function withoutMissing(components: Components, images: ShapeImages): Components {
  return drawn(components).map((component) =>
    component.shape === 'image' && !images.has(component.shapeImageKey)
      ? { ...component, shape: 'rect', borderRadius: 0 }
      : component,
  );
}

/** Returns the step that draws the shapes, or no step without shapes. `reference` maps an image to its name. */
function stepsOf(
  components: Components,
  images: ShapeImages,
  reference: (id: string, image: ShapeImage) => string,
): Recipe {
  const params = { components: withoutMissing(components, images) };
  if (params.components.length === 0) return [];
  const shapeImages = usedImages(components, images).map(([key, image]) => reference(key, image));
  return [{ operation: drawShapes.id, params, ...(shapeImages.length > 0 ? { inputs: { shapeImages } } : {}) }];
}

export const workerSteps = (components: Components, images: ShapeImages): Recipe =>
  stepsOf(components, images, fileReference);

/** Returns the steps for a recipe file. Its inputs are file names, to which shapes refer by index. */
export function recipeOf(components: Components, images: ShapeImages): Recipe {
  const keys = usedImages(components, images).map(([key]) => key);
  const placed = components.map((component) => {
    const place = keys.indexOf(component.shapeImageKey);
    return place < 0 ? component : { ...component, shapeImageKey: shapeImageKey(place) };
  });
  const placedImages = new Map(keys.map((key, place) => [shapeImageKey(place), images.get(key) as ShapeImage]));
  return stepsOf(placed, placedImages, (_, { name }) => name);
}

/** Converts the shapes of a pasted recipe to the editor's tabs. Finds images of shapes by file name. */
export function pasteComponents({ params, rawStep }: PastedStep, images: ShapeImages, size: Size): Components {
  const names = [rawStep.inputs?.shapeImages ?? []].flat();
  const keyOf = (key: string) => {
    const place = names.findIndex((name, index) => key === shapeImageKey(index) || key === name);
    return [...images].find(([, { name }]) => name === names[place])?.[0] ?? key;
  };
  const pasted = params.components as Components;
  return Array.from({ length: MAX_COMPONENTS }, (_, index) => {
    const component = pasted[index];
    if (!component) return defaultComponent();
    return clampComponent({ ...component, shapeImageKey: keyOf(component.shapeImageKey) }, size);
  });
}

export async function downloadSvg(
  components: Components,
  images: ShapeImages,
  size: Size,
  source: string,
): Promise<void> {
  try {
    const used = usedImages(components, images);
    const addresses = new Map(
      await Promise.all(used.map(async ([key, { blob }]) => [key, await dataUrl(blob)] as const)),
    );
    const scene = await shapePainter.scene(components, size);
    const svg = sceneToSvg(scene, { imageHref: (key) => addresses.get(key) });
    downloadBlob(new Blob([svg], { type: 'image/svg+xml' }), drawingName(source, 'svg'));
  } catch (cause) {
    showError(cause instanceof FudebakoError ? cause : new FudebakoError('imageEncode', {}, { cause }));
  }
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

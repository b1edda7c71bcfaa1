import { CancelledError, FudebakoError } from '#core/base/errors.ts';
import { boxHeight, boxWidth } from '#core/geometry/box.ts';
import { type LayerParameters, type Layers, planLayers, topBox } from '#core/image/layer.ts';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import { type ImageRef, imageReference, imageWorker } from '../workers/image-client.ts';
import type { GpuLayers, LayerDrawing } from './gpu-layers.ts';

type LayerId = keyof Layers;

export interface LayerImage {
  readonly source: string;
  readonly width: number;
  readonly height: number;
}

export type LayerImages = { readonly [Layer in LayerId]?: LayerImage };

export interface LayerScene {
  readonly layers: LayerImages;
  readonly params: LayerParameters;
}

export interface LayerPainter {
  /** Draws a scene. Resolves when this scene or a newer scene is visible. */
  show(scene: LayerScene): Promise<void>;
  destroy(): void;
}

/** Maximum width and height of previews in pixels, small enough to draw every change in the next frame. */
const PREVIEW_SIDE = 1280;

/** Maximum width and height of a texture in pixels, for layers much larger than the bottom layer. */
const MAX_TEXTURE_SIDE = 4096;

/** Returns the layer that determines the size of the export. */
export function resultLayer(layers: LayerImages, view: LayerParameters['view']): LayerImage | undefined {
  const plan = planLayers(layers, view);
  return plan && layers[plan.kind === 'blended' ? 'bottom' : plan.layer];
}

const scaleOf = ({ width, height }: LayerImage) => Math.min(1, PREVIEW_SIDE / Math.max(width, height));

const sourceRef = ({ source }: LayerImage): ImageRef => ({ source, steps: [] });

const MAX_SCALED_SIDE = 10_000;

function stretched(image: LayerImage, width: number, height: number): ImageRef {
  if (image.width === width && image.height === height) return sourceRef(image);
  const side = (length: number) => Math.min(MAX_SCALED_SIDE, Math.max(1, Math.round(length)));
  const params = { width: side(width), height: side(height), keepAspect: false };
  return { source: image.source, steps: [{ operation: 'scale', params }] };
}

function layerStep(layers: { readonly [Layer in LayerId]?: ImageRef }, params: LayerParameters): RecipeStep {
  const inputs: Record<string, string> = {};
  for (const layer of ['top', 'bottom', 'mask'] as const) {
    const image = layers[layer];
    if (image) inputs[layer] = imageReference(image);
  }
  return { operation: 'layer', params: { ...params }, inputs };
}

/** Returns the image that an export of the scene would contain. */
export function sceneImage({ layers, params }: LayerScene): ImageRef {
  const { top, bottom, mask } = layers;
  const step = layerStep(
    { top: top && sourceRef(top), bottom: bottom && sourceRef(bottom), mask: mask && sourceRef(mask) },
    params,
  );
  return { steps: [step] };
}

/** Resolution of a layer's texture relative to the preview. `exact` means one texture pixel per preview pixel. */
interface Texture {
  readonly factor: number;
  readonly exact: boolean;
}

const WHOLE: Texture = { factor: 1, exact: true };

/** Returns the texture for a layer. Its scale is a power of two, so scaling a layer rarely uploads a new texture. */
function textureFor({ scale = 1, rotation = 0 }: LayerParameters, most: number): Texture {
  return { factor: Math.min(most, 2 ** Math.ceil(Math.log2(scale))), exact: scale === 1 && rotation % 90 === 0 };
}

/** @throws FudebakoError `graphicsLoad`, `previewStart` */
export async function createGpuLayerPainter(canvas: HTMLCanvasElement): Promise<LayerPainter> {
  const module = await import('./gpu-layers.ts').catch((cause) => {
    throw new FudebakoError('graphicsLoad', {}, { cause });
  });
  const gpu: GpuLayers = await module.GpuLayers.create(canvas).catch((cause) => {
    throw new FudebakoError('previewStart', {}, { cause });
  });
  const loaded = new Map<LayerId, string>();
  let turn = 0;

  /** Uploads a layer's texture, if necessary. Returns false if a newer scene has been requested. */
  const load = async (layer: LayerId, image: ImageRef, maxSide: number, exact: boolean, mine: number) => {
    const key = JSON.stringify([image, maxSide, exact]);
    if (loaded.get(layer) === key) return true;
    const bitmap = await imageWorker
      .preview(image, Math.min(MAX_TEXTURE_SIDE, Math.max(1, Math.round(maxSide))))
      .catch((error) => {
        // Reports an error only for the current scene, because a newer scene may no longer contain the layer.
        if (mine === turn) throw error;
      });
    if (mine !== turn || !bitmap) {
      bitmap?.close();
      return false;
    }
    gpu.setLayer(layer, bitmap, exact);
    loaded.set(layer, key);
    return true;
  };

  return {
    async show({ layers, params }) {
      const mine = ++turn;
      const { top, bottom, mask } = layers;
      const plan = planLayers(layers, params.view);
      const result = resultLayer(layers, params.view);
      if (!plan || !result) return;
      const scale = scaleOf(result);
      const side = ({ width, height }: LayerImage) => Math.max(width, height) * scale;
      const loadWhole = (layer: LayerId, image: LayerImage, shown = WHOLE) =>
        load(layer, sourceRef(image), side(image) * shown.factor, scale === 1 && shown.exact, mine);
      const loadMask = (under: LayerImage, shown = WHOLE) =>
        mask
          ? load(
              'mask',
              stretched(mask, under.width, under.height),
              side(under) * shown.factor,
              scale === 1 && shown.exact,
              mine,
            )
          : true;

      if (plan.kind === 'blended' && top && bottom) {
        const shown = textureFor(params, 1 / scale);
        if (!(await loadWhole('bottom', bottom))) return;
        if (!(await loadWhole('top', top, shown)) || !(await loadMask(top, shown))) return;
        const box = topBox(top, bottom, params);
        const drawing: LayerDrawing = {
          kind: 'blended',
          mode: params.blendMode,
          masked: mask !== undefined,
          place: {
            left: box.left * scale,
            top: box.top * scale,
            width: boxWidth(box) * scale,
            height: boxHeight(box) * scale,
            rotation: params.rotation,
            opacity: params.opacity,
          },
        };
        gpu.show(drawing);
      } else if (plan.kind !== 'blended') {
        if (!(await loadWhole(plan.layer, result))) return;
        if (plan.kind === 'masked' && !(await loadMask(result))) return;
        gpu.show(plan);
      }
    },
    destroy() {
      turn = -1;
      gpu.destroy();
    },
  };
}

/** @throws FudebakoError `previewStart` */
export function createCoreLayerPainter(canvas: HTMLCanvasElement): LayerPainter {
  const context = canvas.getContext('bitmaprenderer');
  if (!context) throw new FudebakoError('previewStart');
  let running: AbortController | undefined;
  return {
    async show({ layers, params }) {
      running?.abort();
      const controller = new AbortController();
      running = controller;
      const result = resultLayer(layers, params.view);
      if (!result) return;
      const scale = scaleOf(result);
      const small = (image: LayerImage | undefined) =>
        image && stretched(image, image.width * scale, image.height * scale);
      const step = layerStep(
        { top: small(layers.top), bottom: small(layers.bottom), mask: small(layers.mask) },
        { ...params, offsetX: Math.round(params.offsetX * scale), offsetY: Math.round(params.offsetY * scale) },
      );
      try {
        const bitmap = await imageWorker.preview({ steps: [step] }, PREVIEW_SIDE, controller);
        if (controller.signal.aborted) return bitmap.close();
        canvas.width = bitmap.width;
        canvas.height = bitmap.height;
        context.transferFromImageBitmap(bitmap);
      } catch (error) {
        if (!(error instanceof CancelledError)) throw error;
      }
    },
    destroy: () => running?.abort(),
  };
}

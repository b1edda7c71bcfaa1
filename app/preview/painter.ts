import { FudebakoError } from '#core/base/errors.ts';
import { type ImageRef, imageWorker } from '../workers/image-worker.ts';
import { type PreviewEffect, showOnGpu, stepOf } from './effects.ts';

/** Maximum width and height of previews in pixels, small enough to draw every slider movement in the next frame. */
export const PREVIEW_SIDE = 1280;

export interface EffectPainter {
  setImage(image: ImageRef, width: number, height: number, signal: AbortSignal): Promise<void>;
  /** Draws an effect. Resolves when this effect or a newer effect is visible. */
  show(effect: PreviewEffect): Promise<void>;
  destroy(): void;
}

/** @throws FudebakoError `graphicsLoad`, `previewStart` */
export async function createGpuPainter(canvas: HTMLCanvasElement): Promise<EffectPainter> {
  const { GpuPreview } = await import('./gpu-preview.ts').catch((cause) => {
    throw new FudebakoError('graphicsLoad', {}, { cause });
  });
  const gpu = await GpuPreview.create(canvas).catch((cause) => {
    throw new FudebakoError('previewStart', {}, { cause });
  });
  let previewScale = 1;
  return {
    async setImage(image, width, height, signal) {
      const bitmap = await imageWorker.preview(image, PREVIEW_SIDE, { signal });
      if (signal.aborted) return bitmap.close();
      previewScale = Math.max(bitmap.width, bitmap.height) / Math.max(width, height);
      gpu.setImage(bitmap);
    },
    show: async (effect) => {
      if (effect.kind !== 'step') showOnGpu(gpu, effect, previewScale);
    },
    destroy: () => gpu.destroy(),
  };
}

/** @throws FudebakoError `previewStart` */
export function createCorePainter(canvas: HTMLCanvasElement): EffectPainter {
  const context = canvas.getContext('bitmaprenderer');
  if (!context) throw new FudebakoError('previewStart');
  const controller = new AbortController();
  let current: ImageRef | undefined;
  let next: PreviewEffect | undefined;
  let running: Promise<void> | undefined;

  const drawLatest = async () => {
    // Waits first, so that `running` is assigned before the end of the loop resets `running` to undefined.
    await undefined;
    try {
      while (current && next) {
        const step = stepOf(next);
        next = undefined;
        const bitmap = await imageWorker.previewStep(current, PREVIEW_SIDE, step, controller);
        if (controller.signal.aborted) return bitmap.close();
        canvas.width = bitmap.width;
        canvas.height = bitmap.height;
        context.transferFromImageBitmap(bitmap);
      }
    } finally {
      running = undefined;
    }
  };
  return {
    async setImage(image) {
      current = image;
    },
    show(effect) {
      next = effect;
      running ??= drawLatest();
      return running;
    },
    destroy: () => controller.abort(),
  };
}

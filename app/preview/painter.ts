import { FudebakoError } from '#core/base/errors.ts';
import { type PictureRef, pictureWorker } from '../platform/picture-worker.ts';
import { type PreviewEffect, showOnGpu, stepOf } from './effects.ts';

/** No preview's longest side has more pixels: a slider's move has to show in the next frame. */
export const PREVIEW_SIDE = 1280;

/** Draws one picture with an effect, as often as the effect changes. */
export interface EffectPainter {
  setPicture(picture: PictureRef, width: number, height: number, signal: AbortSignal): Promise<void>;
  /** Resolves when the effect shows, or a later one has taken its place. */
  show(effect: PreviewEffect): Promise<void>;
  destroy(): void;
}

/**
 * By pixi on a canvas of WebGL.
 * @throws FudebakoError `graphicsLoad`, `previewStart`
 */
export async function createGpuPainter(canvas: HTMLCanvasElement): Promise<EffectPainter> {
  const { GpuPreview } = await import('./gpu-preview.ts').catch((cause) => {
    throw new FudebakoError('graphicsLoad', {}, { cause });
  });
  const gpu = await GpuPreview.create(canvas).catch((cause) => {
    throw new FudebakoError('previewStart', {}, { cause });
  });
  let previewScale = 1;
  return {
    async setPicture(picture, width, height, signal) {
      const bitmap = await pictureWorker.preview(picture, PREVIEW_SIDE, { signal });
      if (signal.aborted) return bitmap.close();
      previewScale = Math.max(bitmap.width, bitmap.height) / Math.max(width, height);
      gpu.setPicture(bitmap);
    },
    show: async (effect) => {
      if (effect.kind !== 'step') showOnGpu(gpu, effect, previewScale);
    },
    destroy: () => gpu.destroy(),
  };
}

/**
 * By core, on the small picture, where there is no WebGL: the same formulas, some frames later.
 * @throws FudebakoError `previewStart`
 */
export function createCorePainter(canvas: HTMLCanvasElement): EffectPainter {
  const context = canvas.getContext('bitmaprenderer');
  if (!context) throw new FudebakoError('previewStart');
  const controller = new AbortController();
  let current: PictureRef | undefined;
  let next: PreviewEffect | undefined;
  let running: Promise<void> | undefined;

  const drawLatest = async () => {
    // By then it is known as running. It ends in the same go as it finds nothing more to draw: what is asked for
    // in between would not be drawn.
    await undefined;
    try {
      while (current && next) {
        const step = stepOf(next);
        next = undefined;
        const bitmap = await pictureWorker.previewStep(current, PREVIEW_SIDE, step, controller);
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
    async setPicture(picture) {
      current = picture;
    },
    show(effect) {
      next = effect;
      running ??= drawLatest();
      return running;
    },
    destroy: () => controller.abort(),
  };
}

import { useEffect, useRef, useState } from 'react';
import { FudebakoError } from '#core/base/errors.ts';
import type { LevelCounts } from '#core/image/color/auto-levels.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import type { Desk } from '../desk/desk.ts';
import { ImagePreview } from '../image-tool/ImagePreview.tsx';
import { useStageDrawing } from '../ui/stage/stage-pending.ts';
import { type ImageRef, imageWorker } from '../workers/image-client.ts';
import { type PreviewEffect, showOnGpu, stepOf } from './effects.ts';
import { nextFrame, reportError, usePainter } from './use-painter.ts';

interface EffectPreviewProps {
  readonly screen: Desk;
  readonly steps: Recipe;
  readonly effect: PreviewEffect;
}

/** Shows the image with an effect. Until the painter has started and drawn, shows the image that the worker holds. */
export function EffectPreview({ screen, steps, effect }: EffectPreviewProps) {
  const { canvas, painter, kind } = usePainter<EffectPainter>(
    effect.kind === 'step' ? createCorePainter : createGpuPainter,
    createCorePainter,
  );
  const source = screen.use((state) => state.image?.source.id);
  const name = screen.use((state) => state.image?.source.name) ?? '';
  const image = `${source}/${JSON.stringify(steps)}`;
  const [loaded, setLoaded] = useState<{ readonly painter: EffectPainter; readonly image: string }>();
  const [failed, setFailed] = useState<string>();
  const [drawn, setDrawn] = useState<EffectPainter>();
  const steady = useRef(steps);
  steady.current = steps;

  useEffect(() => {
    const info = screen.use.getState().image?.info;
    if (!painter || !source || !info) return;
    const controller = new AbortController();
    painter
      .setImage({ source, steps: steady.current }, info.width, info.height, controller.signal)
      .then(() => !controller.signal.aborted && setLoaded({ painter, image }))
      .catch((error) => {
        if (controller.signal.aborted) return;
        reportError(error);
        setFailed(image);
      });
    return () => controller.abort();
  }, [screen, painter, source, image]);

  const canShow = painter && loaded?.painter === painter && loaded.image === image;
  // If the image can't be loaded, drawing counts as finished, so the stage isn't marked as busy forever.
  const request = canShow ? `${image} ${JSON.stringify(effect)}` : failed === image ? failed : undefined;
  useStageDrawing(request, async (signal) => {
    if (!canShow) return;
    await nextFrame();
    if (signal.aborted) return;
    await painter.show(effect);
    setDrawn(painter);
  });

  const isDrawn = painter !== undefined && drawn === painter;
  return (
    <>
      {!isDrawn && <ImagePreview screen={screen} />}
      <canvas
        key={kind}
        ref={canvas}
        className="stage-canvas"
        role="img"
        aria-label={name}
        style={isDrawn ? undefined : { display: 'none' }}
      />
    </>
  );
}

/** Maximum width and height of previews in pixels, small enough to draw every slider movement in the next frame. */
const PREVIEW_SIDE = 1280;

interface EffectPainter {
  setImage(image: ImageRef, width: number, height: number, signal: AbortSignal): Promise<void>;
  /** Draws an effect. Resolves when this effect or a newer effect is visible. */
  show(effect: PreviewEffect): Promise<void>;
  destroy(): void;
}

/** @throws FudebakoError `graphicsLoad`, `previewStart` */
async function createGpuPainter(canvas: HTMLCanvasElement): Promise<EffectPainter> {
  const { GpuPreview } = await import('./gpu-preview.ts').catch((cause) => {
    throw new FudebakoError('graphicsLoad', {}, { cause });
  });
  const gpu = await GpuPreview.create(canvas).catch((cause) => {
    throw new FudebakoError('previewStart', {}, { cause });
  });
  let previewScale = 1;
  let shown: { readonly image: ImageRef; readonly signal: AbortSignal } | undefined;
  let levels: Promise<LevelCounts> | undefined;
  return {
    async setImage(image, width, height, signal) {
      const bitmap = await imageWorker.preview(image, PREVIEW_SIDE, { signal });
      if (signal.aborted) return bitmap.close();
      previewScale = Math.max(bitmap.width, bitmap.height) / Math.max(width, height);
      gpu.setImage(bitmap);
      shown = { image, signal };
      levels = undefined;
    },
    show: async (effect) => {
      if (effect.kind === 'step') return;
      if (effect.kind === 'colors' && effect.adjustment.auto && shown)
        levels ??= imageWorker.levels(shown.image, shown);
      showOnGpu(gpu, effect, previewScale, await levels);
    },
    destroy: () => gpu.destroy(),
  };
}

/** @throws FudebakoError `previewStart` */
function createCorePainter(canvas: HTMLCanvasElement): EffectPainter {
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

import { useEffect, useRef, useState } from 'react';
import type { Recipe } from '#core/recipes/recipe.ts';
import type { Desk } from '../desk/desk.ts';
import { ImagePreview } from '../image-tool/ImagePreview.tsx';
import { useStageDrawing } from '../ui/stage/stage-pending.ts';
import type { PreviewEffect } from './effects.ts';
import { createCorePainter, createGpuPainter, type EffectPainter } from './painter.ts';
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

import { useEffect, useRef, useState } from 'react';
import type { Recipe } from '#core/recipe.ts';
import type { Workbench } from '../state/workbench.ts';
import type { PreviewEffect } from './effects.ts';
import { createCorePainter, createGpuPainter, type EffectPainter } from './painter.ts';
import { reportError, usePainter } from './use-painter.ts';

interface EffectPreviewProps {
  readonly workbench: Workbench;
  /** What has been done to the picture before the effect. */
  readonly steps: Recipe;
  readonly effect: PreviewEffect;
  readonly label: string;
}

/** The workbench's picture with an effect that follows a slider. Everything is given back when it goes. */
export function EffectPreview({ workbench, steps, effect, label }: EffectPreviewProps) {
  const { canvas, painter, kind } = usePainter<EffectPainter>(createGpuPainter, createCorePainter);
  const source = workbench.use((state) => state.picture?.source.id);
  const picture = `${source}/${JSON.stringify(steps)}`;
  const [shown, setShown] = useState<{ readonly painter: EffectPainter; readonly picture: string }>();
  const steady = useRef(steps);
  steady.current = steps;

  useEffect(() => {
    const info = workbench.use.getState().picture?.info;
    if (!painter || !source || !info) return;
    const controller = new AbortController();
    painter
      .setPicture({ source, steps: steady.current }, info.width, info.height, controller.signal)
      .then(() => !controller.signal.aborted && setShown({ painter, picture }))
      .catch(reportError);
    return () => controller.abort();
  }, [workbench, painter, source, picture]);

  useEffect(() => {
    if (!painter || shown?.painter !== painter || shown.picture !== picture) return;
    const frame = requestAnimationFrame(() => {
      painter
        .show(effect)
        .then(() => {
          if (canvas.current) canvas.current.dataset.drawn = `${picture} ${JSON.stringify(effect)}`;
        })
        .catch(reportError);
    });
    return () => cancelAnimationFrame(frame);
  }, [canvas, painter, shown, picture, effect]);

  return (
    <canvas
      key={kind}
      ref={canvas}
      className="stage-canvas"
      role="img"
      aria-label={label}
      data-version={`${picture} ${JSON.stringify(effect)}`}
      data-painter={kind}
    />
  );
}

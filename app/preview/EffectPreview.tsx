import { useEffect, useRef, useState } from 'react';
import { CancelledError } from '#core/errors.ts';
import type { Recipe } from '#core/recipe.ts';
import { showError } from '../state/errors.ts';
import type { Workbench } from '../state/workbench.ts';
import type { PreviewEffect } from './effects.ts';
import { createCorePainter, createGpuPainter, type EffectPainter } from './painter.ts';

interface EffectPreviewProps {
  readonly workbench: Workbench;
  /** What has been done to the picture before the effect. */
  readonly steps: Recipe;
  readonly effect: PreviewEffect;
  readonly label: string;
}

/** Said once a visit: the tool goes on without the GPU. */
let gpuFailed = false;

const report = (error: unknown) => {
  if (!(error instanceof CancelledError)) showError(error);
};

/** The workbench's picture with an effect that follows a slider. Everything is given back when it goes. */
export function EffectPreview({ workbench, steps, effect, label }: EffectPreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [withoutGpu, setWithoutGpu] = useState(gpuFailed);
  const [painter, setPainter] = useState<EffectPainter>();
  const source = workbench.use((state) => state.picture?.source.id);
  const picture = `${source}/${JSON.stringify(steps)}`;
  const [shownPicture, setShownPicture] = useState<string>();
  const steady = useRef(steps);
  steady.current = steps;

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let left = false;
    let made: EffectPainter | undefined;
    const create = async () => (withoutGpu ? createCorePainter(element) : createGpuPainter(element));
    create()
      .then((created) => {
        made = created;
        if (left) created.destroy();
        else setPainter(created);
      })
      .catch((error) => {
        if (left) return;
        gpuFailed = true;
        report(error);
        setWithoutGpu(true);
      });
    return () => {
      left = true;
      setPainter(undefined);
      setShownPicture(undefined);
      made?.destroy();
    };
  }, [withoutGpu]);

  useEffect(() => {
    const info = workbench.use.getState().picture?.info;
    if (!painter || !source || !info) return;
    const controller = new AbortController();
    painter
      .setPicture({ source, steps: steady.current }, info.width, info.height, controller.signal)
      .then(() => !controller.signal.aborted && setShownPicture(picture))
      .catch(report);
    return () => controller.abort();
  }, [workbench, painter, source, picture]);

  useEffect(() => {
    if (!painter || shownPicture !== picture) return;
    const frame = requestAnimationFrame(() => {
      painter
        .show(effect)
        .then(() => {
          if (canvas.current) canvas.current.dataset.drawn = `${picture} ${JSON.stringify(effect)}`;
        })
        .catch(report);
    });
    return () => cancelAnimationFrame(frame);
  }, [painter, shownPicture, picture, effect]);

  return (
    <canvas
      // A canvas that has had one kind of context cannot have another.
      key={withoutGpu ? 'core' : 'gpu'}
      ref={canvas}
      className="stage-canvas"
      role="img"
      aria-label={label}
      data-version={`${picture} ${JSON.stringify(effect)}`}
      data-painter={withoutGpu ? 'core' : 'gpu'}
    />
  );
}

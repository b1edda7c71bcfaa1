import { useEffect, useRef } from 'react';
import { CancelledError } from '#core/errors.ts';
import { studio } from '../platform/studio.ts';
import { showError } from '../state/errors.ts';
import type { Workbench } from '../state/workbench.ts';

/** Larger pictures are shown smaller: 16 megapixels are more than any screen has. */
const MAX_PREVIEW_SIDE = 4096;

/** The workbench's picture as it is now. The last one stays until the next is there. */
export function PicturePreview({ workbench, label }: { workbench: Workbench; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const version = workbench.use((state) => state.picture?.version);
  useEffect(() => {
    const { picture, history } = workbench.use.getState();
    if (!picture || picture.version !== version) return;
    const controller = new AbortController();
    studio
      .preview({ source: picture.source.id, steps: history.present }, MAX_PREVIEW_SIDE, controller)
      .then((bitmap) => {
        if (controller.signal.aborted) bitmap.close();
        else drawBitmap(canvas.current, bitmap);
      })
      .catch((error) => {
        if (!(error instanceof CancelledError) && !controller.signal.aborted) showError(error);
      });
    return () => controller.abort();
  }, [workbench, version]);
  return <canvas ref={canvas} className="stage-canvas" role="img" aria-label={label} data-version={version} />;
}

function drawBitmap(canvas: HTMLCanvasElement | null, bitmap: ImageBitmap): void {
  if (!canvas) {
    bitmap.close();
    return;
  }
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  // Hands the pixels over without copying them.
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
  canvas.dataset.drawn = canvas.dataset.version;
}

import { useEffect, useRef } from 'react';
import { useRenderRequest } from './stage-pending.ts';

interface Turn {
  readonly work: () => Promise<void>;
  readonly requestId: number;
}

/** Paints one job at a time; of several waiting jobs, only the last. Without `version`, nothing can be painted yet. */
export function usePaintQueue(
  work: () => Promise<void>,
  version: string | undefined,
  onError: (error: unknown) => void,
): void {
  const [requestId, finish] = useRenderRequest(version);
  const canWork = version !== undefined;
  const queue = useRef<{ busy: boolean; next: Turn | undefined }>({ busy: false, next: undefined });
  const latest = useRef({ work, onError });
  latest.current = { work, onError };
  useEffect(() => {
    if (!canWork) return;
    const state = queue.current;
    state.next = { work: latest.current.work, requestId };
    if (state.busy) return;
    state.busy = true;
    void (async () => {
      while (state.next) {
        const job: Turn = state.next;
        state.next = undefined;
        await job.work().catch((error) => latest.current.onError(error));
        finish(job.requestId);
      }
      state.busy = false;
    })();
  }, [canWork, requestId, finish]);
}

/** Maximum width and height of a canvas in pixels; no screen shows more pixels of an image. */
const MAX_CANVAS_SIDE = 4096;

/** Returns canvas pixels per image pixel. */
export function canvasScale(size: { readonly width: number; readonly height: number }, viewScale: number): number {
  const density = typeof devicePixelRatio === 'number' ? devicePixelRatio : 1;
  return Math.min(1, viewScale * density, MAX_CANVAS_SIDE / Math.max(size.width, size.height));
}

export function showBitmap(canvas: HTMLCanvasElement | null, bitmap: ImageBitmap): void {
  if (!canvas) {
    bitmap.close();
    return;
  }
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
}

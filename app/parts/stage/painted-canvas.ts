import { useEffect, useRef } from 'react';
import { useRenderRequest } from '../../state/stage-pending.ts';

interface Turn {
  readonly work: () => Promise<void>;
  readonly requestId: number;
}

/**
 * Does one thing after another; of what comes while it is at work only the last is done. A stage
 * around it is busy until then.
 * @param version names what is to be done; nothing while that cannot be done yet
 */
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

/** Nobody's screen shows more of a picture at once. */
const MAX_CANVAS_SIDE = 4096;

/** Canvas pixels for one of the picture's, for a canvas that lies over the picture on the stage. */
export function canvasScale(size: { readonly width: number; readonly height: number }, viewScale: number): number {
  const density = typeof devicePixelRatio === 'number' ? devicePixelRatio : 1;
  return Math.min(1, viewScale * density, MAX_CANVAS_SIDE / Math.max(size.width, size.height));
}

/** Shows a bitmap and gives it back. */
export function showBitmap(canvas: HTMLCanvasElement | null, bitmap: ImageBitmap): void {
  if (!canvas) {
    bitmap.close();
    return;
  }
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
}

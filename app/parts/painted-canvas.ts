import { useEffect, useRef } from 'react';

/** Does one thing after another; of what comes while it is at work only the last is done. */
export function useLatest(work: () => Promise<void>, version: string, onError: (error: unknown) => void): void {
  const turn = useRef<{ busy: boolean; next: (() => Promise<void>) | undefined }>({ busy: false, next: undefined });
  const latest = useRef({ work, onError });
  latest.current = { work, onError };
  // biome-ignore lint/correctness/useExhaustiveDependencies: done anew when what it is about changes
  useEffect(() => {
    const state = turn.current;
    state.next = latest.current.work;
    if (state.busy) return;
    state.busy = true;
    void (async () => {
      while (state.next) {
        const job = state.next;
        state.next = undefined;
        await job().catch((error) => latest.current.onError(error));
      }
      state.busy = false;
    })();
  }, [version]);
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

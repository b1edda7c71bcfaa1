import { type RefObject, useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import { CancelledError, FudebakoError } from '#core/base/errors.ts';
import { showError } from '../notices/error-queue.ts';

/** True if there is no GPU, or after the GPU context was lost. */
export const useGpuFailed = create<boolean>(() => false);

/** Resolves at the next frame, so previews draw at most once per frame. */
export const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);

export const reportError = (error: unknown): void => {
  if (!(error instanceof CancelledError)) showError(error);
};

interface PainterHold<Painter> {
  readonly canvas: RefObject<HTMLCanvasElement>;
  readonly painter: Painter | undefined;
  /** Key of the canvas element. A new key creates a new canvas, because a canvas can't change its context type. */
  readonly kind: 'gpu' | 'core';
}

type CreatePainter<Painter> = (canvas: HTMLCanvasElement) => Painter | Promise<Painter>;

/** Creates a preview on the GPU or, without a GPU, on the CPU. If the GPU context is lost, switches to the CPU. */
export function usePainter<Painter extends { destroy(): void }>(
  createByGpu: CreatePainter<Painter>,
  createByCore: CreatePainter<Painter>,
): PainterHold<Painter> {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [kind, setKind] = useState<'gpu' | 'core'>(useGpuFailed.getState() ? 'core' : 'gpu');
  const [painter, setPainter] = useState<Painter>();
  const create = kind === 'gpu' ? createByGpu : createByCore;
  const away = useRef<AbortController | undefined>(undefined);

  useEffect(
    () => () => {
      // Closing this preview stops waiting for the lost GPU context. The next preview may therefore try the GPU again.
      if (away.current && !away.current.signal.aborted) useGpuFailed.setState(false);
      away.current?.abort();
    },
    [],
  );

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let left = false;
    let made: Painter | undefined;
    const listening = new AbortController();
    element.addEventListener(
      'webglcontextlost',
      (event) => {
        event.preventDefault();
        away.current = onContextRestored(element, () => {
          useGpuFailed.setState(false);
          setKind('gpu');
        });
        useGpuFailed.setState(true);
        setKind('core');
      },
      { signal: listening.signal },
    );
    const begin = async () => create(element);
    begin()
      .then((created) => {
        made = created;
        if (left) created.destroy();
        else setPainter(created);
      })
      .catch((error) => {
        if (left) return;
        if (kind === 'core') return reportError(error);
        useGpuFailed.setState(true);
        // Without WebGL the CPU draws the preview, and a note says so. An error dialog isn't needed.
        if (!(error instanceof FudebakoError && error.code === 'previewStart')) reportError(error);
        setKind('core');
      });
    return () => {
      left = true;
      // Removes the listener first, because destroying the renderer releases its context, which fires the same event.
      listening.abort();
      setPainter(undefined);
      made?.destroy();
    };
  }, [create, kind]);

  return { canvas, painter, kind };
}

/** Calls back when a lost GPU context is restored, then releases the context of the replaced canvas. */
function onContextRestored(canvas: HTMLCanvasElement, goOn: () => void): AbortController {
  const waiting = new AbortController();
  canvas.addEventListener(
    'webglcontextrestored',
    () => {
      waiting.abort();
      canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
      goOn();
    },
    { signal: waiting.signal },
  );
  return waiting;
}

import { type RefObject, useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import { CancelledError, FudebakoError } from '#core/base/errors.ts';
import { showError } from '../state/errors.ts';

/** There is no GPU, or none at the moment: the tools go on without it. */
export const useGpuFailed = create<boolean>(() => false);

/** What is drawn once a frame follows the hand; more often nobody sees it. */
export const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);

export const reportError = (error: unknown): void => {
  if (!(error instanceof CancelledError)) showError(error);
};

interface PainterHold<Painter> {
  readonly canvas: RefObject<HTMLCanvasElement>;
  /** There is none while it is being made. */
  readonly painter: Painter | undefined;
  /** The canvas's key: one that has had one kind of context cannot have another. */
  readonly kind: 'gpu' | 'core';
}

type CreatePainter<Painter> = (canvas: HTMLCanvasElement) => Painter | Promise<Painter>;

/**
 * A painter on a canvas, by the GPU or else by core; it is given back when the component goes. Core
 * takes over while the browser has taken the GPU away.
 */
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
      // The next screen tries again.
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
        // Otherwise it is lost for good.
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
        // Without WebGL, core draws the preview, and a note beside it is enough.
        if (!(error instanceof FudebakoError && error.code === 'previewStart')) reportError(error);
        setKind('core');
      });
    return () => {
      left = true;
      // A painter that goes gives its context back, which counts as a loss too.
      listening.abort();
      setPainter(undefined);
      made?.destroy();
    };
  }, [create, kind]);

  return { canvas, painter, kind };
}

/** Waits for a lost context, and lets go of it: a new canvas takes its place. */
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

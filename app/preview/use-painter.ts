import { type RefObject, useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import { CancelledError } from '#core/errors.ts';
import { showError } from '../state/errors.ts';

/** Found out once a visit: the tools go on without the GPU. */
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

/** A painter on a canvas, by the GPU or else by core; it is given back when the component goes. */
export function usePainter<Painter extends { destroy(): void }>(
  createByGpu: CreatePainter<Painter>,
  createByCore: CreatePainter<Painter>,
): PainterHold<Painter> {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [kind, setKind] = useState<'gpu' | 'core'>(useGpuFailed.getState() ? 'core' : 'gpu');
  const [painter, setPainter] = useState<Painter>();
  const create = kind === 'gpu' ? createByGpu : createByCore;

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let left = false;
    let made: Painter | undefined;
    const begin = async () => create(element);
    begin()
      .then((created) => {
        made = created;
        if (left) created.destroy();
        else setPainter(created);
      })
      .catch((error) => {
        if (left) return;
        useGpuFailed.setState(true);
        reportError(error);
        setKind('core');
      });
    return () => {
      left = true;
      setPainter(undefined);
      made?.destroy();
    };
  }, [create]);

  return { canvas, painter, kind };
}

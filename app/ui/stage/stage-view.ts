import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Size } from '#core/geometry/point.ts';
import { roundToDigits } from '#core/parameters/parse.ts';
import { isDragging } from './drag.ts';

export const ZOOM = { min: 0.1, max: 5, step: 0.1 } as const;

/** Maximum height of a fitted preview, in CSS pixels. */
export const MAX_PREVIEW_HEIGHT = 640;

/** Padding around an image with handles at its edges, in CSS pixels; makes the handles large enough for touch. */
export const HANDLE_PADDING = 20;

export interface StageView {
  /** Scale of the shown image, in CSS pixels per image pixel. */
  readonly scale: number;
  /** True while the image is scaled to fit the available space. */
  readonly fits: boolean;
  readonly zoomBy: (steps: number) => void;
  readonly zoomTo: (scale: number) => void;
  readonly fit: () => void;
}

const clampZoom = (scale: number) => Math.min(ZOOM.max, Math.max(ZOOM.min, scale));

/**
 * Manages the zoom of an image: fitted until the visitor zooms.
 * @param inset free space around the image, in CSS pixels
 */
export function useStageView(viewport: RefObject<HTMLElement>, picture: Size | undefined, inset = 0): StageView {
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 });
  const [chosen, setChosen] = useState<number>();
  const width = picture?.width ?? 0;
  const height = picture?.height ?? 0;

  useLayoutEffect(() => {
    const element = viewport.current;
    if (!element) return;
    // Resizes in the next frame: resizing in the observer's callback triggers a loop, which WebKit reports.
    let frame = 0;
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setRoom({ width: element.clientWidth, height: element.clientHeight }));
    });
    observer.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [viewport]);

  const free = { width: Math.max(1, room.width - 2 * inset), height: Math.max(1, room.height - 2 * inset) };
  const fitted =
    width && room.width ? Math.min(1, free.width / width, Math.min(free.height, MAX_PREVIEW_HEIGHT) / height) : 1;
  const scale = chosen ?? fitted;
  const current = useRef(scale);
  current.current = scale;

  const zoomTo = useCallback((wanted: number) => {
    const next = clampZoom(wanted);
    // A large image that fits the stage may be below the smallest zoom step. Zooming out must not enlarge it.
    if (wanted < current.current && next > current.current) return;
    setChosen(next);
  }, []);
  const zoomBy = useCallback(
    (steps: number) => {
      const onStep = steps > 0 ? Math.floor : Math.ceil;
      const step = roundToDigits(onStep(roundToDigits(current.current / ZOOM.step, 4)), 0);
      zoomTo(roundToDigits((step + steps) * ZOOM.step, 1));
    },
    [zoomTo],
  );
  const fit = useCallback(() => setChosen(undefined), []);

  useZoomAnchor(viewport, scale, inset);
  useZoomGestures(viewport, current, zoomTo);
  return { scale, fits: chosen === undefined, zoomBy, zoomTo, fit };
}

/** Point that the next zoom keeps in place, in CSS pixels of the viewport. */
const zoomCenters = new WeakMap<HTMLElement, { x: number; y: number }>();

/** After a change of the scale, keeps the image's point under the pointer, or the middle, in place. */
function useZoomAnchor(viewport: RefObject<HTMLElement>, scale: number, inset: number): void {
  const before = useRef(scale);
  useLayoutEffect(() => {
    const element = viewport.current;
    const factor = scale / before.current;
    before.current = scale;
    if (!element || factor === 1) return;
    const center = zoomCenters.get(element) ?? { x: element.clientWidth / 2, y: element.clientHeight / 2 };
    zoomCenters.delete(element);
    const anchored = (scrolled: number, at: number) => (scrolled + at - inset) * factor + inset - at;
    element.scrollLeft = anchored(element.scrollLeft, center.x);
    element.scrollTop = anchored(element.scrollTop, center.y);
  }, [viewport, scale, inset]);
}

/** Zooms by Ctrl+wheel events, which trackpads also send for a pinch. Two fingers on a touch screen zoom and pan. */
function useZoomGestures(
  viewport: RefObject<HTMLElement>,
  scale: RefObject<number>,
  zoomTo: (scale: number) => void,
): void {
  useEffect(() => {
    const element = viewport.current;
    if (!element) return;
    let pinch: { readonly distance: number; readonly scale: number; x: number; y: number } | undefined;

    const center = (clientX: number, clientY: number) => {
      const box = element.getBoundingClientRect();
      zoomCenters.set(element, { x: clientX - box.left, y: clientY - box.top });
    };
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      center(event.clientX, event.clientY);
      zoomTo((scale.current ?? 1) * Math.exp(-event.deltaY / 300));
    };
    const onTouch = (event: TouchEvent) => {
      const [a, b] = [event.touches[0], event.touches[1]];
      if (!a || !b) {
        pinch = undefined;
        return;
      }
      event.preventDefault();
      if (isDragging()) return;
      const distance = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      const [x, y] = [(a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2];
      pinch ??= { distance, scale: scale.current ?? 1, x, y };
      element.scrollBy({ left: pinch.x - x, top: pinch.y - y, behavior: 'instant' });
      Object.assign(pinch, { x, y });
      center(x, y);
      zoomTo((pinch.scale * distance) / pinch.distance);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('touchstart', onTouch, { passive: false });
    element.addEventListener('touchmove', onTouch, { passive: false });
    element.addEventListener('touchend', onTouch);
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('touchstart', onTouch);
      element.removeEventListener('touchmove', onTouch);
      element.removeEventListener('touchend', onTouch);
    };
  }, [viewport, scale, zoomTo]);
}

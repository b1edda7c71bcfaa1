import {
  type MutableRefObject,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Size } from '#core/geometry/point.ts';
import { roundToDigits } from '#core/parameters/parse.ts';
import { isDragging } from './drag.ts';

export const ZOOM = { min: 0.1, max: 5, step: 0.1 } as const;

/** Maximum height of an image that is fitted to the window, in CSS pixels. */
export const MAX_PREVIEW_HEIGHT = 640;

/**
 * Space around an image in CSS pixels, for handles at its edges. Large enough for touch, and the same in all tools, so
 * that the image keeps its place when another tool opens.
 */
export const STAGE_PADDING = 20;

/** Height in CSS pixels of size and zoom where they float over the stage's lower corners, on narrow screens. */
function floatingHeight(viewport: HTMLElement): number {
  const bar = viewport.parentElement?.querySelector<HTMLElement>('.stage-bar');
  if (!bar || bar.offsetHeight > 0) return 0;
  return Math.max(0, ...[...bar.children].map((each) => (each as HTMLElement).offsetHeight));
}

export interface StageView {
  /** Space around the image in CSS pixels, as CSS padding. */
  readonly padding: string;
  /** Zoom of the displayed image, in CSS pixels per image pixel. */
  readonly scale: number;
  readonly fits: boolean;
  readonly zoomBy: (steps: number) => void;
  readonly zoomTo: (scale: number) => void;
  readonly fit: () => void;
}

const clampZoom = (scale: number) => Math.min(ZOOM.max, Math.max(ZOOM.min, scale));

/** Manages the zoom. The image fits until the visitor zooms. */
export function useStageView(viewport: RefObject<HTMLElement>, image: Size | undefined): StageView {
  const [room, setRoom] = useState({ width: 0, height: 0, floating: 0 });
  const [chosen, setChosen] = useState<number>();
  const width = image?.width ?? 0;
  const height = image?.height ?? 0;

  useLayoutEffect(() => {
    const element = viewport.current;
    if (!element) return;
    // Resizes in the next frame, because resizing in a resize observer's callback causes a loop that WebKit reports.
    let frame = 0;
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() =>
        setRoom({
          width: element.clientWidth,
          height: element.clientHeight,
          floating: floatingHeight(element),
        }),
      );
    });
    observer.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [viewport]);

  const free = {
    width: Math.max(1, room.width - 2 * STAGE_PADDING),
    // Handles at the image's lower corners stay free.
    height: Math.max(1, room.height - 2 * STAGE_PADDING - room.floating),
  };
  const fitted =
    width && room.width ? Math.min(1, free.width / width, Math.min(free.height, MAX_PREVIEW_HEIGHT) / height) : 1;
  const scale = chosen ?? fitted;
  const current = useRef(scale);
  current.current = scale;

  const zoomTo = useCallback((wanted: number) => {
    const next = clampZoom(wanted);
    // The scale of a large fitted image may be below the smallest zoom step. Zooming out must not enlarge the image.
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

  const zoomCenter: ZoomCenter = useRef();
  useZoomAnchor(viewport, zoomCenter, scale);
  useZoomGestures(viewport, zoomCenter, current, zoomTo);
  const padding = `${STAGE_PADDING}px ${STAGE_PADDING}px ${STAGE_PADDING + room.floating}px`;
  return { padding, scale, fits: chosen === undefined, zoomBy, zoomTo, fit };
}

/** Position in the viewport, in CSS pixels, that stays fixed during the next zoom. */
type ZoomCenter = MutableRefObject<{ readonly x: number; readonly y: number } | undefined>;

/** After a zoom, keeps the image's point under the pointer fixed; without a pointer, the image's visible center. */
function useZoomAnchor(viewport: RefObject<HTMLElement>, zoomCenter: ZoomCenter, scale: number): void {
  const before = useRef(scale);
  useLayoutEffect(() => {
    const element = viewport.current;
    const factor = scale / before.current;
    before.current = scale;
    if (!element || factor === 1) return;
    const center = zoomCenter.current ?? { x: element.clientWidth / 2, y: element.clientHeight / 2 };
    zoomCenter.current = undefined;
    const anchored = (scrolled: number, at: number) => (scrolled + at - STAGE_PADDING) * factor + STAGE_PADDING - at;
    element.scrollLeft = anchored(element.scrollLeft, center.x);
    element.scrollTop = anchored(element.scrollTop, center.y);
  }, [viewport, zoomCenter, scale]);
}

/** Zooms by Ctrl+wheel, which trackpads also send for a pinch. On touch screens, two fingers zoom and pan. */
function useZoomGestures(
  viewport: RefObject<HTMLElement>,
  zoomCenter: ZoomCenter,
  scale: RefObject<number>,
  zoomTo: (scale: number) => void,
): void {
  useEffect(() => {
    const element = viewport.current;
    if (!element) return;
    let pinch: { readonly distance: number; readonly scale: number; x: number; y: number } | undefined;

    const center = (clientX: number, clientY: number) => {
      const box = element.getBoundingClientRect();
      zoomCenter.current = { x: clientX - box.left, y: clientY - box.top };
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
  }, [viewport, zoomCenter, scale, zoomTo]);
}

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Box } from '#core/geometry/box.ts';
import type { Desk } from '../desk/desk.ts';
import { wholeRecipe } from '../desk/steps.ts';
import { useDrag } from '../ui/stage/drag.ts';
import { showBitmap } from '../ui/stage/painted-canvas.ts';
import { useStageDrawing } from '../ui/stage/stage-pending.ts';
import type { StageView } from '../ui/stage/stage-view.ts';
import { type EncodedFile, imageWorker } from '../workers/image-client.ts';
import './export.css';

interface CompareOverlayProps {
  readonly screen: Desk;
  readonly view: StageView;
  /** Exported file on the right side of the divider. During encoding, the previous file stays visible. */
  readonly file: EncodedFile | undefined;
}

/** Milliseconds from the end of scrolling until the overlay renders the visible part of image and file. */
const REST_MS = 60;

/** Percent by which one arrow key press moves the divider. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -100,
  End: 100,
};

const within = (percent: number) => Math.min(100, Math.max(0, percent));

/** Compares the image (left) with the exported file (right of a divider). Renders only the visible part. */
export default function CompareOverlay({ screen, view, file }: CompareOverlayProps) {
  const { t, ready } = useTranslation(['app', 'export']);
  const layer = useRef<HTMLDivElement>(null);
  const [before, after] = [useRef<HTMLCanvasElement>(null), useRef<HTMLCanvasElement>(null)];
  const [percent, setPercent] = useState(50);
  const [drawn, setDrawn] = useState<Box>();
  const drag = useDrag();
  const image = screen.use((state) => state.image);
  const { width = 0, height = 0 } = image?.info ?? {};
  const part = useVisiblePart(layer, view.scale, width, height);
  const request = image && part && file ? JSON.stringify([image.version, file.id, part, view.scale]) : undefined;
  useStageDrawing(request, async (signal) => {
    const { image, steps } = screen.use.getState();
    if (!image || !part || !file) return;
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    if (signal.aborted) return;
    const shown = { source: image.source.id, steps: wholeRecipe(steps) };
    const pixels = Math.ceil((part.right - part.left) * view.scale * devicePixelRatio);
    const [one, other] = await Promise.all([
      imageWorker.region(shown, undefined, part, pixels, { signal }),
      imageWorker.region(shown, file, part, pixels, { signal }),
    ]);
    showBitmap(signal.aborted ? null : before.current, one);
    showBitmap(signal.aborted ? null : after.current, other);
    if (!signal.aborted) setDrawn(part);
  });
  const box = drawn ?? part;
  const place = box && {
    left: box.left * view.scale,
    top: box.top * view.scale,
    width: (box.right - box.left) * view.scale,
    height: (box.bottom - box.top) * view.scale,
  };
  const percentAt = (clientX: number) => {
    const left = (layer.current?.getBoundingClientRect().left ?? 0) + (place?.left ?? 0);
    return within(((clientX - left) / Math.max(1, place?.width ?? 1)) * 100);
  };
  return (
    <div ref={layer} className="compare-layer">
      {ready && place && (
        <div
          className="compare-part checkerboard"
          style={place}
          hidden={!drawn}
          data-pixelated={view.scale >= 2 || undefined}
        >
          <canvas ref={before} className="stage-canvas" role="img" aria-label={t('export:before')} />
          <canvas
            ref={after}
            className="stage-canvas compare-after"
            role="img"
            aria-label={t('export:after')}
            style={{ clipPath: `inset(0 0 0 ${percent}%)` }}
          />
          <span aria-hidden className="compare-name">
            {t('export:before')}
          </span>
          <span aria-hidden className="compare-name compare-name-after">
            {t('export:after')}
          </span>
          <div
            className="compare-divider"
            role="slider"
            tabIndex={0}
            aria-label={t('export:divider')}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(percent)}
            style={{ left: `${percent}%` }}
            onPointerDown={(event) => {
              const from = percent;
              event.currentTarget.focus({ preventScroll: true });
              drag.start(event, {
                move: (moved) => setPercent(percentAt(moved.clientX)),
                end: (keep) => !keep && setPercent(from),
              });
            }}
            onKeyDown={(event) => {
              if (event.key === 'Escape') return void drag.cancel();
              const by = STEPS[event.key];
              if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
              event.preventDefault();
              event.stopPropagation();
              setPercent(within(Math.round(percent) + (event.shiftKey ? by * 10 : by)));
            }}
          />
        </div>
      )}
    </div>
  );
}

function useVisiblePart(
  layer: RefObject<HTMLDivElement>,
  scale: number,
  width: number,
  height: number,
): Box | undefined {
  const [part, setPart] = useState<Box>();
  const look = useRef<() => void>(() => undefined);
  look.current = () => {
    const element = layer.current;
    const viewport = element?.closest('.stage-viewport')?.getBoundingClientRect();
    if (!element || !viewport) return;
    const own = element.getBoundingClientRect();
    const edge = (from: number, to: number, origin: number, most: number) => [
      Math.max(0, Math.floor((from - origin) / scale)),
      Math.min(most, Math.ceil((to - origin) / scale)),
    ];
    const [left = 0, right = 0] = edge(
      Math.max(0, viewport.left),
      Math.min(innerWidth, viewport.right),
      own.left,
      width,
    );
    const [top = 0, bottom = 0] = edge(
      Math.max(0, viewport.top),
      Math.min(innerHeight, viewport.bottom),
      own.top,
      height,
    );
    const next = right > left && bottom > top ? { left, top, right, bottom } : undefined;
    setPart((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
  };
  useEffect(() => {
    const viewport = layer.current?.closest('.stage-viewport');
    if (!viewport) return;
    let frame: number | undefined;
    const later = () => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        look.current();
      });
    };
    const observer = new ResizeObserver(later);
    observer.observe(viewport);
    // Listens for scroll events in the capture phase, because scroll events of elements don't bubble.
    window.addEventListener('scroll', later, { capture: true, passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', later, { capture: true });
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [layer]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position depends on these values
  useLayoutEffect(() => look.current(), [scale, width, height]);
  return part;
}

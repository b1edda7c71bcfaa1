import { useEffect, useRef } from 'react';
import type { ShapeComponent } from '#core/shapes/settings.ts';
import type { Size, StageView } from '../../parts/stage-view.ts';
import { showError } from '../../state/errors.ts';
import type { Components } from './document.ts';
import { shapePainter, showBitmap } from './painter.ts';
import { useShapeImages } from './shape-images.ts';

/** Nobody's screen shows more of a picture at once. */
const MAX_CANVAS_SIDE = 4096;

/** Draws one thing after another; of what comes while it is at work only the last is drawn. */
function useLatest(draw: () => Promise<void>, version: string): void {
  const turn = useRef<{ busy: boolean; next: (() => Promise<void>) | undefined }>({ busy: false, next: undefined });
  const latest = useRef(draw);
  latest.current = draw;
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew when what it draws changes
  useEffect(() => {
    const state = turn.current;
    state.next = latest.current;
    if (state.busy) return;
    state.busy = true;
    void (async () => {
      while (state.next) {
        const job = state.next;
        state.next = undefined;
        await job().catch(showError);
      }
      state.busy = false;
    })();
  }, [version]);
}

interface ShapeCanvasProps {
  readonly components: Components;
  readonly size: Size;
  readonly view: StageView;
}

/** The shapes over the picture, as they will be drawn on it. */
export function ShapeCanvas({ components, size, view }: ShapeCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const images = useShapeImages((state) => state.images);
  const density = typeof devicePixelRatio === 'number' ? devicePixelRatio : 1;
  const scale = Math.min(1, view.scale * density, MAX_CANVAS_SIDE / Math.max(size.width, size.height));
  const version = `${JSON.stringify(components)} ${size.width}×${size.height} ${scale} ${Object.keys(images)}`;
  useLatest(async () => {
    showBitmap(canvas.current, await shapePainter().draw(components, size, scale));
    if (canvas.current) canvas.current.dataset.painted = version;
  }, version);
  return <canvas ref={canvas} className="shape-canvas" data-paint={version} />;
}

const THUMBNAIL_SIDE = 40;

/** What is on a tab, drawn from its settings. */
export function ShapeThumbnail({ component, size }: { component: ShapeComponent; size: Size }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const loaded = useShapeImages((state) => component.shapeImageKey in state.images);
  const side = THUMBNAIL_SIDE * 2;
  useLatest(
    async () => showBitmap(canvas.current, await shapePainter().thumbnail(component, size, side)),
    `${JSON.stringify(component)} ${size.width}×${size.height} ${loaded}`,
  );
  return <canvas ref={canvas} className="shape-thumbnail" />;
}

import type { Point, Size } from '#core/geometry/point.ts';
import type { RevealState } from '#core/text/animation/reveal.ts';
import type { TextArea } from '#core/text/layout-style.ts';
import type { TextWork } from '#core/text/write.ts';
import { PageWorker } from './page-worker.ts';
import type { AddedFont, PaintedTexts, RevealSettings, TextPainterApi, TypedSource } from './text-painter.service.ts';

export type { TextReport, TypedSource } from './text-painter.service.ts';

const worker = new PageWorker<TextPainterApi>(
  () => new Worker(new URL('./text-painter.worker.ts', import.meta.url), { type: 'module', name: 'texts' }),
);

/** Page-side client of `text-painter.service.ts`. A restarted worker receives all fonts again. */
export const textPainter = {
  addFont: (name: string, blob: Blob): Promise<AddedFont> =>
    worker.register(
      ({ family }) => family,
      (painter) => painter.addFont(name, blob),
      { name },
    ),
  removeFont: (family: string): Promise<void> => worker.unregister(family, (painter) => painter.removeFont(family)),
  /** @param signal aborts the preview; a worker that doesn't answer ends after two seconds */
  paint: (
    work: TextWork,
    size: Size,
    scale: number,
    { shown, signal }: { readonly shown?: number; readonly signal?: AbortSignal } = {},
  ): Promise<PaintedTexts> =>
    worker.call((painter) => painter.paint(work, size, scale, shown), { isWork: true, again: true, signal }),
  caretArea: (work: TextWork, size: Size, source: TypedSource, at: number): Promise<TextArea | undefined> =>
    worker.call((painter) => painter.caretArea(work, size, source, at), { isWork: true, again: true }),
  sourceOffsetAt: (work: TextWork, size: Size, source: TypedSource, point: Point): Promise<number> =>
    worker.call((painter) => painter.sourceOffsetAt(work, size, source, point), { isWork: true, again: true }),
  planReveal: (work: TextWork, size: Size, settings: RevealSettings): Promise<readonly RevealState[]> =>
    worker.call((painter) => painter.planReveal(work, size, settings), { isWork: true, again: true }),
};

import { type Remote, wrap } from 'comlink';
import { carryErrors } from './comlink-errors.ts';
import type { TextPainterApi } from './text-painter.worker.ts';

export type { TextReport } from './text-painter.worker.ts';

let remote: Remote<TextPainterApi> | undefined;

/** The page's side of `text-painter.worker.ts`, which starts when a text is first drawn. */
export function textPainter(): Remote<TextPainterApi> {
  if (!remote) {
    carryErrors();
    remote = wrap<TextPainterApi>(
      new Worker(new URL('./text-painter.worker.ts', import.meta.url), { type: 'module', name: 'texts' }),
    );
  }
  return remote;
}

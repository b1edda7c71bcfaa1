import { type Remote, wrap } from 'comlink';
import type { ShapePainterApi } from './painter.worker.ts';

let remote: Remote<ShapePainterApi> | undefined;

/** The page's side of `painter.worker.ts`, which starts when something is first drawn. */
export function shapePainter(): Remote<ShapePainterApi> {
  remote ??= wrap<ShapePainterApi>(
    new Worker(new URL('./painter.worker.ts', import.meta.url), { type: 'module', name: 'shapes' }),
  );
  return remote;
}

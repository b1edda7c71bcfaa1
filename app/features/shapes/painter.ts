import type { Size } from '#core/geometry/point.ts';
import type { ShapeComponent } from '#core/shapes/settings.ts';
import { PageWorker } from '../../platform/page-worker.ts';
import type { ImageFacts, ShapePainterApi } from './painter.service.ts';

/** It starts when something is first drawn. */
const worker = new PageWorker<ShapePainterApi>(
  () => new Worker(new URL('./painter.worker.ts', import.meta.url), { type: 'module', name: 'shapes' }),
);

const look = { isWork: true, again: true };

/** The page's side of `painter.service.ts`, which knows the shapes' pictures also after a new start. */
export const shapePainter = {
  /** See `ShapePainter.setImage`. */
  setImage: (key: string, blob: Blob, name: string): Promise<ImageFacts> =>
    worker.keep(key, (painter, job) => painter.setImage(job, key, blob, name), { name }),
  /** See `ShapePainter.draw`. */
  draw: (components: readonly ShapeComponent[], size: Size, scale: number): Promise<ImageBitmap> =>
    worker.call((painter) => painter.draw(components, size, scale), look),
  /** See `ShapePainter.thumbnail`. */
  thumbnail: (component: ShapeComponent, size: Size, side: number): Promise<ImageBitmap> =>
    worker.call((painter) => painter.thumbnail(component, size, side), look),
};

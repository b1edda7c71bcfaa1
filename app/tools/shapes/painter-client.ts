import type { Size } from '#core/geometry/point.ts';
import type { Scene } from '#core/shapes/scene.ts';
import type { ShapeComponent } from '#core/shapes/settings.ts';
import { PageWorker } from '../../workers/page-worker.ts';
import type { ImageFacts, ShapePainterApi } from './painter.service.ts';

const worker = new PageWorker<ShapePainterApi>(
  () => new Worker(new URL('./painter.worker.ts', import.meta.url), { type: 'module', name: 'shapes' }),
);

const look = { isWork: true, again: true };

/** Client of `painter.service.ts`. Registers images again after a worker restart. */
export const shapePainter = {
  setImage: (key: string, blob: Blob, name: string): Promise<ImageFacts> =>
    worker.register(key, (painter, job) => painter.setImage(job, key, blob, name), { name }),
  removeImage: (key: string): Promise<void> => worker.unregister(key, (painter) => painter.removeImage(key)),
  draw: (components: readonly ShapeComponent[], size: Size, scale: number): Promise<ImageBitmap> =>
    worker.call((painter) => painter.draw(components, size, scale), look),
  thumbnail: (component: ShapeComponent, size: Size, side: number): Promise<ImageBitmap> =>
    worker.call((painter) => painter.thumbnail(component, size, side), look),
  scene: (components: readonly ShapeComponent[], size: Size): Promise<Scene> =>
    worker.call((painter) => painter.scene(components, size), { again: true }),
  textSize: (component: ShapeComponent, size: Size): Promise<number> =>
    worker.call((painter) => painter.textSize(component, size), look),
};

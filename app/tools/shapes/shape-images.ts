import { useMemo } from 'react';
import { FudebakoError } from '#core/base/errors.ts';
import type { Warning } from '#core/platform/context.ts';
import { desk } from '../../desk/desk.ts';
import { drawnFiles } from '../../desk/document.ts';
import { stepFiles } from '../../desk/steps.ts';
import { thisTab } from '../../document/this-tab.ts';
import { createView, whenDropped } from '../../document/view.ts';
import { showError } from '../../notices/error-queue.ts';
import { imageWorker } from '../../workers/image-client.ts';
import { moreSpecificError } from '../../workers/work.ts';
import { type Components, shapeDocument } from './drawn-shapes.ts';
import type { ImageFacts } from './painter.service.ts';
import { shapePainter } from './painter-client.ts';

/** An image inside shapes. */
export interface ShapeImage extends ImageFacts {
  readonly name: string;
  readonly blob: Blob;
}

/** Opened images by the ID of their file, which is the `shapeImageKey` of their shapes. */
export type ShapeImages = ReadonlyMap<string, ShapeImage>;

const images = createView<ShapeImage>(async (id, signal) => {
  try {
    return await open(id, signal);
  } catch (error) {
    const reason = moreSpecificError(error, 'shapeImageLoad');
    if (!signal.aborted)
      showError(reason instanceof FudebakoError ? reason : new FudebakoError('shapeImageLoad', {}, { cause: error }));
    throw error;
  }
});

async function open(id: string, signal: AbortSignal): Promise<ShapeImage> {
  const file = await thisTab().files.open(id, 'shapeImageLoad');
  const facts = await shapePainter.setImage(id, file, file.name);
  await imageWorker.addSource({ id, name: id, blob: file });
  whenDropped(signal, () => Promise.all([shapePainter.removeImage(id), imageWorker.removeSource(id)]));
  return { ...facts, name: file.name, blob: file };
}

/** IDs of images that open, and to which the document doesn't refer yet. */
const opening = new Set<string>();

/** Opens the images of the present shapes, and closes images that the history doesn't contain. */
function follow(): void {
  const files = desk.document.values().flatMap((value) => [...drawnFiles(value), ...stepFiles(value.steps)]);
  images.want(drawnFiles(desk.document.present()), [...files, ...opening]);
}
desk.document.use.subscribe(follow);
follow();

export function useShapeImages(): ShapeImages {
  const values = images.use((state) => state.values);
  return useMemo(
    () => new Map([...values].flatMap(([id, each]) => (each.state === 'ready' ? [[id, each.value]] : []))),
    [values],
  );
}

/** Returns an opened image; undefined for a missing image, whose shape is drawn as a rectangle. */
export const useShapeImage = (id: string): ShapeImage | undefined => images.useReady(id);

export const shapeImageWarnings = (images: ShapeImages, components: Components): readonly Warning[] =>
  [...new Set(components.map(({ shapeImageKey }) => shapeImageKey))].flatMap((id) => images.get(id)?.warnings ?? []);

/** Puts an image inside the shape of a tab, once the image has opened. */
export async function addShapeImage(file: File, tab: number): Promise<void> {
  const id = thisTab().files.add(file);
  const put = (component: Components[number]) => ({ ...component, shapeImageKey: id });
  opening.add(id);
  await shapeDocument.attemptTab(tab, put, () => images.read(id)).catch(() => undefined);
  opening.delete(id);
  follow();
}

import { create } from 'zustand';
import { FudebakoError } from '#core/base/errors.ts';
import type { Warning } from '#core/platform/context.ts';
import { shapeImageKey } from '#core/shapes/settings.ts';
import { showError } from '../../messages/errors.ts';
import { type StoredImage, sharedStorage } from '../../storage/storage.ts';
import { parseStoredFile } from '../../storage/stored.ts';
import { imageWorker } from '../../workers/image-worker.ts';
import { moreSpecificError } from '../../workers/work.ts';
import { type Components, useShapeDocument } from './document.ts';
import type { ImageFacts } from './painter.service.ts';
import { shapePainter } from './painter.ts';

export interface ShapeImage extends ImageFacts {
  readonly name: string;
  readonly blob: Blob;
  /** ID of the image in the image worker. */
  readonly source: string;
}

const storage = sharedStorage('shape_editor');

/** Maps the `shapeImageKey` in a shape's settings to the image inside the shape. */
export const useShapeImages = create<{ readonly images: Readonly<Record<string, ShapeImage>> }>(() => ({ images: {} }));

/** Returns the image with a key. Ignores inherited properties, because a pasted key may be `constructor`. */
export const imageOf = (images: Readonly<Record<string, ShapeImage>>, key: string): ShapeImage | undefined =>
  Object.hasOwn(images, key) ? images[key] : undefined;

async function register(key: string, { name, blob }: StoredImage): Promise<void> {
  const facts = await shapePainter.setImage(key, blob, name);
  const source = `shape_editor/${key}`;
  await imageWorker.addSource({ id: source, name: key, blob });
  useShapeImages.setState(({ images }) => ({ images: { ...images, [key]: { ...facts, name, blob, source } } }));
}

export const shapeImageWarnings = (
  images: Readonly<Record<string, ShapeImage>>,
  components: Components,
): readonly Warning[] => [...new Set(keysIn(components))].flatMap((key) => imageOf(images, key)?.warnings ?? []);

const keysIn = (components: Components) =>
  components.map((component) => component.shapeImageKey).filter((key) => key !== '');

/** Images that are known, opening or missing, and are not looked for again. */
const restored = new Set<string>();

/** Restores the stored images of shapes. If an image is missing, its shape is drawn without the image. */
export async function restoreShapeImages(components: Components): Promise<void> {
  const known = useShapeImages.getState().images;
  await Promise.all(
    keysIn(components).map(async (key) => {
      if (restored.has(key) || imageOf(known, key)) return;
      restored.add(key);
      const stored = await storage.get(key, parseStoredFile);
      await (stored && register(key, stored))?.catch((cause) =>
        showError(new FudebakoError('shapeImageLoad', {}, { cause })),
      );
    }),
  );
}

/** Keys given to images that aren't stored yet. `storage.keys` doesn't contain these keys. */
const opening = new Set<string>();

export async function addShapeImage(file: File): Promise<string | undefined> {
  const known = Object.keys(useShapeImages.getState().images);
  const used = new Set([...known, ...keysIn(useShapeDocument.getState().items), ...(await storage.keys())]);
  let index = 0;
  while (used.has(shapeImageKey(index)) || opening.has(shapeImageKey(index))) index++;
  const key = shapeImageKey(index);
  opening.add(key);
  // Copies the file, because the visitor may change or delete the file on disk.
  try {
    const blob = new Blob([await file.arrayBuffer()], { type: file.type });
    await register(key, { name: file.name, blob });
    await storage.set(key, { name: file.name, blob });
    return key;
  } catch (error) {
    const reason = moreSpecificError(error, 'shapeImageLoad');
    showError(reason instanceof FudebakoError ? reason : new FudebakoError('shapeImageLoad', {}, { cause: error }));
    return undefined;
  } finally {
    opening.delete(key);
  }
}

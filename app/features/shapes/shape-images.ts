import { create } from 'zustand';
import { FudebakoError } from '#core/base/errors.ts';
import type { Warning } from '#core/platform/context.ts';
import { shapeImageKey } from '#core/shapes/draw.ts';
import { pictureWorker } from '../../platform/picture-worker.ts';
import { showError } from '../../state/errors.ts';
import { type StoredPicture, sharedStorage } from '../../state/storage.ts';
import { parseStoredFile } from '../../state/stored.ts';
import { inPlaceOfLoad } from '../../state/work.ts';
import { type Components, useShapeDocument } from './document.ts';
import type { ImageFacts } from './painter.service.ts';
import { shapePainter } from './painter.ts';

/** A picture that a shape shows. */
export interface ShapeImage extends ImageFacts {
  /** The file's own name. */
  readonly name: string;
  readonly blob: Blob;
  /** What the picture worker knows it by. */
  readonly source: string;
}

const storage = sharedStorage('shape_editor');

/** By `shapeImageKey`. */
export const useShapeImages = create<{ readonly images: Readonly<Record<string, ShapeImage>> }>(() => ({ images: {} }));

/** A key may be any text that was pasted: what an object inherits is no picture. */
export const imageOf = (images: Readonly<Record<string, ShapeImage>>, key: string): ShapeImage | undefined =>
  Object.hasOwn(images, key) ? images[key] : undefined;

/** Makes a stored picture known to everything that draws it. */
async function register(key: string, { name, blob }: StoredPicture): Promise<void> {
  const facts = await shapePainter.setImage(key, blob, name);
  const source = crypto.randomUUID();
  await pictureWorker.addSource({ id: source, name: key, blob });
  useShapeImages.setState(({ images }) => ({ images: { ...images, [key]: { ...facts, name, blob, source } } }));
}

/** What decoding the shapes' pictures warned of, each picture once. */
export const shapeImageWarnings = (
  images: Readonly<Record<string, ShapeImage>>,
  components: Components,
): readonly Warning[] => [...new Set(keysIn(components))].flatMap((key) => imageOf(images, key)?.warnings ?? []);

const keysIn = (components: Components) =>
  components.map((component) => component.shapeImageKey).filter((key) => key !== '');

/** Brings back the pictures of the last visit. One that is gone leaves its shape without a picture. */
export async function restoreShapeImages(): Promise<void> {
  const known = useShapeImages.getState().images;
  const keys = new Set(keysIn(useShapeDocument.getState().history.present));
  await Promise.all(
    [...keys].map(async (key) => {
      if (imageOf(known, key)) return;
      const stored = await storage.get(key, parseStoredFile);
      await (stored && register(key, stored))?.catch((cause) =>
        showError(new FudebakoError('shapeImageLoad', {}, { cause })),
      );
    }),
  );
}

/** Keeps a picture under a key that nothing uses, in this tab or in another, and returns the key. */
export async function addShapeImage(file: File): Promise<string | undefined> {
  const { past, present, future } = useShapeDocument.getState().history;
  const used = new Set([...[...past, present, ...future].flatMap(keysIn), ...(await storage.keys())]);
  let index = 0;
  while (used.has(shapeImageKey(index))) index++;
  const key = shapeImageKey(index);
  // Copied, so that what is kept does not hang on a file of the visitor's disk.
  try {
    const blob = new Blob([await file.arrayBuffer()], { type: file.type });
    await register(key, { name: file.name, blob });
    await storage.set(key, { name: file.name, blob });
    return key;
  } catch (error) {
    const reason = inPlaceOfLoad(error, 'shapeImageLoad');
    showError(reason instanceof FudebakoError ? reason : new FudebakoError('shapeImageLoad', {}, { cause: error }));
    return undefined;
  }
}

import { createView } from '../../document/view.ts';
import { imageWorker } from '../../workers/image-client.ts';

/** Maximum width and height in pixels. A thumbnail also shows what lies outside the canvas, much larger than in a row. */
const THUMBNAIL_SIDE = 512;

/** Returns PNG files of the worker's images by the images' IDs. */
export const createThumbnails = () =>
  createView<Blob>(async (source, signal) => {
    const bitmap = await imageWorker.preview({ source, steps: [] }, THUMBNAIL_SIDE, { signal });
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    bitmap.close();
    return canvas.convertToBlob();
  });

import { batchWorker, type Thumbnail } from '../../platform/batch-worker.ts';

/** Twice the displayed size, for high-density screens. */
const SIDE_PX = 128;

/** Thumbnails take 64 kB each, so all of them are cached. */
const made = new WeakMap<File, Promise<Thumbnail>>();

export function thumbnailOf(file: File): Promise<Thumbnail> {
  let thumbnail = made.get(file);
  if (!thumbnail) {
    thumbnail = batchWorker.thumbnail(file, SIDE_PX);
    made.set(file, thumbnail);
    // A failed or canceled thumbnail may be retried.
    thumbnail.catch(() => made.delete(file));
  }
  return thumbnail;
}

import { batchWorker, type Thumbnail } from './batch-worker.ts';

/** Side of a thumbnail in pixels, twice the displayed size for high-density screens. */
const SIDE_PX = 128;

/** Thumbnails by file. None is evicted, because each takes only 64 kB. */
const made = new WeakMap<File, Promise<Thumbnail>>();

export function thumbnailOf(file: File): Promise<Thumbnail> {
  let thumbnail = made.get(file);
  if (!thumbnail) {
    thumbnail = batchWorker.thumbnail(file, SIDE_PX);
    made.set(file, thumbnail);
    // Forgets a failed or canceled thumbnail, so that it can be retried.
    thumbnail.catch(() => made.delete(file));
  }
  return thumbnail;
}

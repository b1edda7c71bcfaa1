import { batchWorker, type Thumbnail } from './batch-worker.ts';

/** Side of a thumbnail in pixels, twice the displayed size for high-density screens. */
const SIDE_PX = 128;

/** Cached thumbnails by file. The cache has no limit, because each thumbnail takes only 64 kB. */
const made = new WeakMap<File, Promise<Thumbnail>>();

export function thumbnailOf(file: File): Promise<Thumbnail> {
  let thumbnail = made.get(file);
  if (!thumbnail) {
    thumbnail = batchWorker.thumbnail(file, SIDE_PX);
    made.set(file, thumbnail);
    // Removes a failed or canceled thumbnail from the cache, so that the next request retries.
    thumbnail.catch(() => made.delete(file));
  }
  return thumbnail;
}

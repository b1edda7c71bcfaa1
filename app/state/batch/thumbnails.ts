import { batchWorker, type Thumbnail } from '../../platform/batch-worker.ts';

/** Twice what is shown, for fine screens. */
const SIDE_PX = 128;

/** Small enough to be kept for every picture that has been seen: 64 kB each. */
const made = new WeakMap<File, Promise<Thumbnail>>();

/** A picture to recognize a file by; what cannot be decoded says why. */
export function thumbnailOf(file: File): Promise<Thumbnail> {
  let thumbnail = made.get(file);
  if (!thumbnail) {
    thumbnail = batchWorker.thumbnail(file, SIDE_PX);
    made.set(file, thumbnail);
    // What was ended is no reason not to try again.
    thumbnail.catch(() => made.delete(file));
  }
  return thumbnail;
}

import type { Size } from '../../geometry/point.ts';
import type { YuvImages } from '../h264/encode-gop.ts';
import { toYuvPatch, type YuvPatch } from './blend-patch.ts';
import type { VideoOverlay } from './overlay.ts';

/** Number of drawings in memory. A drawing is needed by the groups of frames that show it, which are neighbors. */
const KEPT = 4;

/** Adds the drawings of an overlay to the images of a video of this size. */
export function withOverlay(images: YuvImages, overlay: VideoOverlay, size: Size): YuvImages {
  const kept = new Map<string, Promise<readonly YuvPatch[]>>();
  const draw = async (name: string) =>
    (await overlay.draw(name)).map((patch) => toYuvPatch(patch, size)).filter((patch) => patch !== undefined);
  return {
    get: (id) => images.get(id),
    drawing(name) {
      const drawn = kept.get(name) ?? draw(name);
      kept.delete(name);
      kept.set(name, drawn);
      for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest);
      return drawn;
    },
  };
}

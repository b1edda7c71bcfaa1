import { indexOfBytes, letters, viewOf } from '../../../base/bytes.ts';
import type { Coding } from '../image-format.ts';
import { gifImages } from './gif-images.ts';

const NETSCAPE = letters('NETSCAPE2.0');

export function readCoding(bytes: Uint8Array): Partial<Coding> {
  let frames = 0;
  let progressive = false;
  for (const image of gifImages(bytes)) {
    frames++;
    progressive ||= image.isInterlaced;
  }
  if (frames < 2) return { frames, progressive };
  const at = indexOfBytes(bytes, NETSCAPE);
  // NETSCAPE2.0 states the repetitions after the first play; without the block, the animation plays once.
  const repetitions = at < 0 ? undefined : viewOf(bytes).getUint16(at + NETSCAPE.length + 2, true);
  return { frames, progressive, loop: repetitions === undefined ? 1 : repetitions === 0 ? 0 : repetitions + 1 };
}

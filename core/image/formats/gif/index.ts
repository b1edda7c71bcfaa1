import { ascii } from '../../../base/bytes.ts';
import type { ImageFormat } from '../image-format.ts';
import { isAnimatedGif, readGifSize } from './gif-images.ts';

export const gif: ImageFormat<'gif'> = {
  name: 'gif',
  bytesPerPixel: 11,
  matches: (bytes) => /^GIF8[79]a$/.test(ascii(bytes, 0, 6)),
  readHeader: (bytes) => {
    const size = readGifSize(bytes);
    return size && { ...size, channels: 3, mayHaveAlpha: true, animated: isAnimatedGif(bytes) };
  },
  decodeInWorker: async (bytes) => (await import('./decode-gif.ts')).decodeGif(bytes),
  metadata: () => import('./metadata.ts'),
};

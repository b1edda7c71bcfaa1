import { ascii, joinBytes } from '../../../base/bytes.ts';
import { wholeImage } from '../../../geometry/box.ts';
import type { Coding, ImageFormat } from '../image-format.ts';
import { gifImages, isAnimatedGif, readGifLoop, readGifSize } from './gif-images.ts';

export const gif: ImageFormat<'gif'> = {
  name: 'gif',
  bytesPerPixel: 11,
  matches: (bytes) => /^GIF8[79]a$/.test(ascii(bytes, 0, 6)),
  readHeader: (bytes) => {
    const size = readGifSize(bytes);
    return size && { ...size, channels: 3, mayHaveAlpha: true, animated: isAnimatedGif(bytes) };
  },
  decodeInWorker: async (bytes) => (await import('./decode-gif.ts')).decodeGif(bytes),
  metadata: async () => ({ readCoding }),
  encode: async (image, options, context) => {
    const parts: Uint8Array[] = [];
    async function* frames() {
      yield { image, changed: wholeImage(image), delayMs: 0 };
    }
    const sink = { write: async (data: Uint8Array) => void parts.push(data) };
    const { writeGifAnimation } = await import('./write-animation.ts');
    await writeGifAnimation({ frames: frames(), loop: 1, sink }, options, context);
    return joinBytes(...parts);
  },
  mayBeAnimated: () => true,
  openAnimation: async (bytes) => (await import('./gif-frames.ts')).gifAnimation(bytes),
  writeAnimation: async (source, options, context) =>
    (await import('./write-animation.ts')).writeGifAnimation(source, options, context),
};

function readCoding(bytes: Uint8Array): Partial<Coding> {
  let frames = 0;
  let progressive = false;
  for (const image of gifImages(bytes)) {
    frames++;
    progressive ||= image.isInterlaced;
  }
  if (frames < 2) return { frames, progressive };
  return { frames, progressive, loop: readGifLoop(bytes) };
}

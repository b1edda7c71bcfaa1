import { joinBytes, letters, littleEndian } from '../../../base/bytes.ts';
import type { CodedAnimation, CodedFrame } from '../../frames/coded-frame.ts';
import { type GifImage, gifImages, readGifLoop, subBlocksEnd } from './gif-images.ts';

/** Opens an animated GIF. Where a frame's pixels are transparent, the previous frame stays visible. */
export const gifAnimation = (bytes: Uint8Array): CodedAnimation => ({
  loop: readGifLoop(bytes),
  *frames() {
    const images = gifImages(bytes);
    for (;;) {
      const { done, value } = images.next();
      if (done) return value === 'cut' ? 'truncated' : value === 'irregular' ? 'warning' : undefined;
      yield frameOf(bytes, value);
    }
  },
});

function frameOf(bytes: Uint8Array, image: GifImage): CodedFrame {
  const { left, top, width, height, delayMs, disposal } = image;
  return { left, top, width, height, delayMs, isBlended: true, disposal, still: () => stillGif(bytes, image) };
}

const TRAILER = 0x3b;

function stillGif(bytes: Uint8Array, image: GifImage): Uint8Array<ArrayBuffer> {
  const { width, height, isInterlaced, transparentIndex, dataStart } = image;
  const size = [...littleEndian(width, 2), ...littleEndian(height, 2)];
  const [tableFlags, colors] = colorTableOf(image.colors);
  const end = subBlocksEnd(bytes, dataStart + 1);
  return joinBytes(
    letters('GIF89a'),
    [...size, 0, 0, 0],
    transparentIndex === undefined ? [] : [0x21, 0xf9, 4, 1, 0, 0, transparentIndex, 0],
    [0x2c, 0, 0, 0, 0, ...size, tableFlags | (isInterlaced ? 0x40 : 0)],
    colors,
    bytes.subarray(dataStart, end),
    // Omits the GIF trailer after truncated data, because decoders would read the trailer as part of the data.
    end <= bytes.length ? [TRAILER] : [],
  );
}

/** Returns the flags and the bytes of a local color table of a GIF. Missing entries of a truncated table are black. */
function colorTableOf(colors: Uint8Array): [flags: number, bytes: Uint8Array] {
  if (colors.length === 0) return [0, colors];
  const bits = Math.max(1, Math.ceil(Math.log2(colors.length / 3)));
  const table = new Uint8Array(3 << bits);
  table.set(colors);
  return [0x80 | (bits - 1), table];
}

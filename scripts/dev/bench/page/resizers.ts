import resizeByJsquash, { initResize } from '@jsquash/resize';
import pica from 'pica';
import loadVips from 'wasm-vips';
import type { ResizerName } from '../page-bench.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Converts pixels to the library's input, and returns a function that resizes them with Lanczos 3. */
type Resizer = (pixels: ImageData, to: Size) => Promise<() => Promise<unknown>>;

const resizer = pica();
let vips: ReturnType<typeof loadVips> | undefined;

export const resizers: Readonly<Record<ResizerName, Resizer>> = {
  async pica(pixels, { width, height }) {
    const from = new OffscreenCanvas(pixels.width, pixels.height);
    from.getContext('2d', { willReadFrequently: true })?.putImageData(pixels, 0, 0);
    const to = new OffscreenCanvas(width, height);
    return () => resizer.resize(from, to, { filter: 'lanczos3' });
  },

  async 'wasm-vips'({ data, width, height }, to) {
    // Loads wasm-vips without its optional libraries for HEIF, JPEG XL and SVG.
    vips ??= loadVips({ dynamicLibraries: [] });
    const { Image } = await vips;
    return async () => {
      const image = Image.newFromMemory(new Uint8Array(data.buffer), width, height, 4, 'uchar');
      const smaller = image.resize(to.width / width, { vscale: to.height / height, kernel: 'lanczos3' });
      const pixels = smaller.writeToMemory();
      smaller.delete();
      image.delete();
      return pixels;
    };
  },

  /** Resizes in the calling thread and, like Fudebako, without conversion to linear light. */
  async '@jsquash/resize'(pixels, to) {
    await initResize();
    return () => resizeByJsquash(pixels, { ...to, method: 'lanczos3', linearRGB: false });
  },
};

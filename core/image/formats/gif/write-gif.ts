import { CancelledError } from '../../../base/errors.ts';
import type { FileSink } from '../../../base/files.ts';
import { orderedResults } from '../../../base/ordered-results.ts';
import { pixelWords, type Raster, wrapRaster } from '../../../base/raster.ts';
import type { OperationContext } from '../../../platform/context.ts';
import type { Color } from './palette.ts';

export interface GifOptions {
  readonly frames: number;
  /** Returns an opaque frame with its duration. Called in frame order. */
  readonly draw: (frame: number) => { readonly image: Raster; readonly delayCs: number };
  readonly palette: readonly Color[];
  readonly sink: FileSink;
  readonly onProgress?: (fraction: number) => void;
}

export const GIF_WORKERS = 2;

const TRAILER = 0x3b;

/** Writes a looping GIF that stores only each frame's changed pixels. Throws CancelledError. */
export async function writeGif(
  { frames, draw, palette, sink, onProgress }: GifOptions,
  { platform, signal }: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<void> {
  let before: Raster | undefined;
  const encoded = orderedResults(frames, GIF_WORKERS, async (frame) => {
    const { image, delayCs } = draw(frame);
    const { width, height } = image;
    const data = changedPixels(image, before);
    before = image;
    return platform.workers.run(
      'encode-gif-frame',
      { width, height, data, palette, delayCs, isFirst: frame === 0 },
      { signal, transfer: [data.buffer], workBytes: data.length },
    );
  });
  let position = 0;
  let written = 0;
  for await (const bytes of encoded) {
    if (signal?.aborted) throw new CancelledError();
    await sink.write(bytes, position);
    position += bytes.length;
    onProgress?.(++written / frames);
  }
  await sink.write(Uint8Array.of(TRAILER), position);
}

/** Returns a copy of the image in which unchanged pixels are transparent. */
function changedPixels(image: Raster, before: Raster | undefined): Uint8ClampedArray<ArrayBuffer> {
  const changed = wrapRaster(image.width, image.height, image.data.slice());
  if (!before) return changed.data;
  const [words, old] = [pixelWords(changed), pixelWords(before)];
  for (let at = 0; at < words.length; at++) if (words[at] === old[at]) words[at] = 0;
  return changed.data;
}

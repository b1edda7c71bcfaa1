import { FudebakoError } from '../../base/errors.ts';
import { MAX_SVG_BYTES } from '../../base/limits.ts';
import type { Raster } from '../../base/raster.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WasmModule } from '../../platform/wasm.ts';
import { sizedSvg } from './svg.ts';
import { svgFonts } from './svg-fonts.ts';

/** Once for a worker, as the package has one instance. */
let ready: Promise<void> | undefined;

/**
 * An SVG's pixels, in straight RGBA. No script runs and nothing is loaded: pictures count where
 * they are part of the file, texts are set in the fonts that ship.
 *
 * @throws FudebakoError `imageLoad`, `fontLoad`; what a trap inside WebAssembly throws
 */
export async function drawSvg(bytes: Uint8Array, platform: Pick<Platform, 'fonts' | 'wasm'>): Promise<Raster> {
  const svg = bytes.length > MAX_SVG_BYTES ? undefined : sizedSvg(bytes);
  if (!svg) throw new FudebakoError('imageLoad', { reason: 'damaged' });
  // Before the program: once that is there, the time that is taken is its own.
  const { files, defaultFamily, text } = await svgFonts(svg.text, svg.head, platform.fonts);
  const [{ Resvg, initWasm }, module] = await Promise.all([import('@resvg/resvg-wasm'), platform.wasm('svg')]);
  // The package's typing names the DOM's WebAssembly, which core does not know.
  ready ??= (initWasm as unknown as (module: WasmModule) => Promise<void>)(module);
  await ready;
  try {
    const drawing = new Resvg(text, { font: { fontBuffers: [...files], defaultFontFamily: defaultFamily } });
    const picture = drawing.render();
    // Freed before the pixels are copied once more; a trap leaves nothing to free.
    const { width, height, pixels } = picture;
    picture.free();
    drawing.free();
    return { width, height, data: unpremultiply(pixels as Uint8Array<ArrayBuffer>) };
  } catch (error) {
    // What is wrong with the file is said by an `Error`; anything else comes from a trap, after which the worker is ended.
    if (error instanceof Error && error.name === 'Error')
      throw new FudebakoError('imageLoad', { reason: 'damaged' }, { cause: error });
    throw error;
  }
}

/** In place: colours are stored multiplied by their alpha. */
function unpremultiply(pixels: Uint8Array<ArrayBuffer>): Uint8ClampedArray<ArrayBuffer> {
  const data = new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] as number;
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel++) data[channel] = ((data[channel] as number) * 255) / alpha;
  }
  return data;
}

import { FudebakoError } from '../../../base/errors.ts';
import { MAX_SVG_BYTES } from '../../../base/limits.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { WasmModule } from '../../../platform/wasm.ts';
import type { DecodedPixels } from '../image-format.ts';
import { svgFonts } from './fonts.ts';
import { mayLackParts, needsRewriting } from './needs.ts';
import type { PreparedSvg } from './prepare.ts';
import { type SizedSvg, sizedSvg } from './svg.ts';

let ready: Promise<void> | undefined;

/**
 * Renders an SVG to straight RGBA. Runs no script and loads no file except embedded images and the bundled fonts.
 * @throws FudebakoError `imageLoad`, `fontLoad`; errors of WebAssembly traps
 */
export async function drawSvg(
  bytes: Uint8Array,
  platform: Pick<Platform, 'fonts' | 'wasm'>,
): Promise<Pick<DecodedPixels, 'width' | 'height' | 'data' | 'undrawn'>> {
  const svg = bytes.length > MAX_SVG_BYTES ? undefined : sizedSvg(bytes);
  if (!svg) throw new FudebakoError('imageLoad', { reason: 'damaged' });
  const { undrawn, background, ...prepared } = await prepare(svg);
  // Loads fonts before rendering the SVG, so that the time limit applies to the rendering only.
  const { files, defaultFamily, text } = await svgFonts(prepared.text, prepared.head, platform.fonts);
  const [{ Resvg, initWasm }, module] = await Promise.all([import('@resvg/resvg-wasm'), platform.wasm('svg')]);
  // Casts the WebAssembly module, because resvg's types refer to the DOM's types, which core lacks.
  ready ??= (initWasm as unknown as (module: WasmModule) => Promise<void>)(module);
  await ready;
  try {
    const font = { fontBuffers: [...files], defaultFontFamily: defaultFamily };
    const drawing = new Resvg(text, { font, ...(background === undefined ? {} : { background }) });
    const image = drawing.render();
    // Frees resvg's memory before copying the pixels. After a WebAssembly trap, the worker ends, so nothing is freed.
    const { width, height, pixels } = image;
    image.free();
    drawing.free();
    return { width, height, data: unpremultiply(pixels as Uint8Array<ArrayBuffer>), undrawn };
  } catch (error) {
    // The SVG renderer resvg throws an `Error` for invalid files; errors of other classes are WebAssembly traps.
    if (error instanceof Error && error.name === 'Error')
      throw new FudebakoError('imageLoad', { reason: 'damaged' }, { cause: error });
    throw error;
  }
}

/** Maximum parts that a warning names, and characters of each name. */
const MAX_NAMED = 5;
const MAX_NAME_CHARACTERS = 80;

/** Rewrites an SVG if resvg would draw it differently than browsers. */
async function prepare(svg: SizedSvg): Promise<Pick<SizedSvg, 'text' | 'head'> & Partial<PreparedSvg>> {
  const isRewritten = needsRewriting(svg.text);
  if (!isRewritten && !mayLackParts(svg.text)) return svg;
  const { prepareSvg } = await import('./prepare.ts');
  const { text, background, undrawn } = prepareSvg(svg);
  const names = undrawn.slice(0, MAX_NAMED).map((name) => shorten(name, MAX_NAME_CHARACTERS));
  const named = undrawn.length > MAX_NAMED ? [...names, '…'] : names;
  return isRewritten ? { text, head: '', background, undrawn: named } : { ...svg, undrawn: named };
}

const shorten = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

function unpremultiply(pixels: Uint8Array<ArrayBuffer>): Uint8ClampedArray<ArrayBuffer> {
  const data = new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] as number;
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel++) data[channel] = ((data[channel] as number) * 255) / alpha;
  }
  return data;
}

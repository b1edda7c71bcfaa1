import { FudebakoError } from '../../../base/errors.ts';
import { MAX_SVG_BYTES, MAX_SVG_FONT_FILES } from '../../../base/limits.ts';
import { type FontFamily, fallbackFamilies, findFamily, fontFamilies, fontFile } from '../../../fonts/catalogue.ts';
import { subsetsFor } from '../../../fonts/subsets.ts';
import type { Fonts } from '../../../platform/fonts.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { WasmModule } from '../../../platform/wasm.ts';
import type { DecodedPixels } from '../image-format.ts';
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

/** Font family that an SVG uses in place of families that the font catalog lacks. */
const DEFAULT_FAMILY = 'Inter';

/** Families that replace the generic CSS families, because resvg draws all generic families in one font. */
const GENERIC: Readonly<Record<string, string>> = {
  serif: 'EB Garamond',
  monospace: 'Roboto Mono',
  cursive: 'Caveat',
  fantasy: 'Lobster',
};

const GENERIC_IN_LIST =
  /(font-family\s*[:=](?:[^;}<>=]{0,200}?[\s,"'])?)(serif|monospace|cursive|fantasy)(?=\s*[;"'}!<])/g;

interface SvgFonts {
  readonly files: readonly Uint8Array[];
  readonly defaultFamily: string;
  readonly text: string;
}

/**
 * Selects bundled font files for an SVG's text: the named families, then fallbacks. `head` is the XML before the root
 * element; entities there may contain characters of the text. Throws FudebakoError `fontLoad`.
 */
export async function svgFonts(text: string, head: string, fonts: Fonts): Promise<SvgFonts> {
  const characters = textCharacters(text, head);
  if (characters.size === 0) return { files: [], defaultFamily: DEFAULT_FAMILY, text };
  const named = text.replace(GENERIC_IN_LIST, (_, list: string, kind: string) => list + GENERIC[kind]);
  // The SVG renderer resvg uses the first font that has a character, so the default family must be last.
  const wanted = [
    ...fontFamilies.filter(({ name }) => name !== DEFAULT_FAMILY && named.includes(name)),
    findFamily(DEFAULT_FAMILY) as FontFamily,
  ];
  // The renderer resvg replaces a missing bold font by the family's first font, so the regular font must be first.
  const weights = /\bbold|\b[6-9]00\b/.test(text) ? (['regular', 'bold'] as const) : (['regular'] as const);
  const paths = new Set<string>();
  for (const weight of weights)
    for (const [family, subset] of subsetsOf(characters, wanted))
      paths.add(fontFile(family, subset, family[weight] ?? family.regular));
  const read = [...paths].slice(0, MAX_SVG_FONT_FILES).map((path) => fonts.read(path));
  return { files: await Promise.all(read), defaultFamily: DEFAULT_FAMILY, text: named };
}

/** Yields the font subsets for characters: from `wanted`, or from fallback families for missing characters. */
function* subsetsOf(characters: ReadonlySet<number>, wanted: readonly FontFamily[]): Generator<[FontFamily, string]> {
  // Searches Japanese families last, because the subsets that they declare for other scripts lack some characters.
  const isJapanese = ({ scripts }: FontFamily) => scripts.includes('japanese');
  const fallbacks = fallbackFamilies(undefined);
  const others = [...fallbacks.filter((family) => !isJapanese(family)), ...fallbacks.filter(isJapanese)];
  for (const character of characters) {
    let isFound = false;
    for (const family of wanted)
      for (const subset of subsetsFor(family, character).slice(0, 1)) {
        isFound = true;
        yield [family, subset];
      }
    if (isFound) continue;
    const other = others.find((family) => subsetsFor(family, character).length > 0);
    const [subset] = other ? subsetsFor(other, character) : [];
    if (other && subset !== undefined) yield [other, subset];
  }
}

/** Returns the code points that may be drawn: all characters inside `text` elements and in entity declarations. */
function textCharacters(text: string, head: string): ReadonlySet<number> {
  const characters = new Set<number>();
  let from = -1;
  for (const { 1: slash, index } of text.matchAll(/<(\/?)(?:[\w.-]+:)?text(?=[\s/>])/g)) {
    if (slash === '' && from < 0) from = index;
    else if (slash !== '' && from >= 0) {
      addCharacters(characters, text.slice(from, index));
      from = -1;
    }
  }
  if (characters.size > 0) addCharacters(characters, head);
  return characters;
}

function addCharacters(characters: Set<number>, text: string): void {
  for (const character of text) {
    const point = character.codePointAt(0) as number;
    if (point > 0x20) characters.add(point);
  }
  for (const [, hexadecimal, decimal] of text.matchAll(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi))
    characters.add(hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16));
}

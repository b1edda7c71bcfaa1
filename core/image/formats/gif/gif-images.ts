import { ascii, viewOf } from '../../../base/bytes.ts';
import { MAX_GIF_EXTENSIONS } from '../../../base/limits.ts';
import type { Size } from '../../../geometry/point.ts';

/** Data after the last complete block of a GIF: a trailer, truncated blocks, or other data. */
export type GifEnd = 'trailer' | 'cut' | 'irregular';

/** Disposal of a GIF frame's area before the next frame is drawn (GIF89a, 23.c.iv). */
export type GifDisposal = 'keep' | 'clear' | 'restore';

/** A GIF image: image descriptor (GIF89a, 20) and the preceding graphic control extension (GIF89a, 23). */
export interface GifImage extends Size {
  readonly left: number;
  readonly top: number;
  readonly isInterlaced: boolean;
  /** RGB bytes of the local color table, or else of the global color table; empty without color tables. */
  readonly colors: Uint8Array;
  readonly transparentIndex: number | undefined;
  readonly delayMs: number;
  readonly disposal: GifDisposal;
  /** File offset of the LZW minimum code size, which precedes the data sub-blocks (GIF89a, 22). */
  readonly dataStart: number;
}

const SCREEN_END = 13;
const DESCRIPTOR_BYTES = 10;
const [EXTENSION, IMAGE, TRAILER, GRAPHIC_CONTROL] = [0x21, 0x2c, 0x3b, 0xf9];

type Control = Pick<GifImage, 'transparentIndex' | 'delayMs' | 'disposal'>;
const NO_CONTROL: Control = { transparentIndex: undefined, delayMs: 0, disposal: 'keep' };

/** Yields images up to a trailer, unknown block or truncation, as browsers do. Throws RangeError for a short file. */
export function* gifImages(bytes: Uint8Array): Generator<GifImage, GifEnd> {
  const view = viewOf(bytes);
  const globalColors = colorTable(bytes, SCREEN_END, view.getUint8(10));
  let at = SCREEN_END + globalColors.length;
  let control = NO_CONTROL;
  let extensions = 0;
  for (;;) {
    if (bytes[at] === EXTENSION && extensions++ < MAX_GIF_EXTENSIONS) {
      if (bytes[at + 1] === GRAPHIC_CONTROL && at + 7 <= bytes.length) control = readControl(view, at + 3);
      at = subBlocksEnd(bytes, at + 2);
    } else if (bytes[at] === IMAGE && at + DESCRIPTOR_BYTES <= bytes.length) {
      const u16 = (offset: number) => view.getUint16(at + offset, true);
      const flags = view.getUint8(at + 9);
      const ownColors = colorTable(bytes, at + DESCRIPTOR_BYTES, flags);
      const dataStart = at + DESCRIPTOR_BYTES + ownColors.length;
      yield {
        left: u16(1),
        top: u16(3),
        width: u16(5),
        height: u16(7),
        isInterlaced: (flags & 0x40) !== 0,
        colors: ownColors.length > 0 ? ownColors : globalColors,
        ...control,
        dataStart,
      };
      control = NO_CONTROL;
      extensions = 0;
      at = subBlocksEnd(bytes, dataStart + 1);
    } else if (bytes[at] === TRAILER) return 'trailer';
    else return bytes[at] === IMAGE || (extensions > 0 && at >= bytes.length) ? 'cut' : 'irregular';
  }
}

/** Returns the color table of a GIF that a descriptor's flags announce, possibly truncated. */
function colorTable(bytes: Uint8Array, start: number, flags: number): Uint8Array {
  return bytes.subarray(start, flags & 0x80 ? start + (3 << ((flags & 7) + 1)) : start);
}

function readControl(view: DataView, at: number): Control {
  const flags = view.getUint8(at);
  const disposal = (flags >> 2) & 7;
  return {
    transparentIndex: flags & 1 ? view.getUint8(at + 3) : undefined,
    delayMs: view.getUint16(at + 1, true) * 10,
    disposal: disposal === 2 ? 'clear' : disposal === 3 ? 'restore' : 'keep',
  };
}

/** Returns the offset after data sub-blocks (GIF89a, 15): a length and bytes each; an empty sub-block is the last. */
export function subBlocksEnd(bytes: Uint8Array, at: number): number {
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] as number);
  return at + 1;
}

/** Joins the contents of data sub-blocks of a GIF. `isWhole` is false for a file that ends within the sub-blocks. */
export function joinSubBlocks(bytes: Uint8Array, at: number): { readonly data: Uint8Array; readonly isWhole: boolean } {
  const joined = new Uint8Array(Math.max(0, Math.min(bytes.length, subBlocksEnd(bytes, at)) - at));
  let length = 0;
  while (at < bytes.length && bytes[at] !== 0) {
    const block = bytes.subarray(at + 1, at + 1 + (bytes[at] as number));
    joined.set(block, length);
    length += block.length;
    at += 1 + (bytes[at] as number);
  }
  return { data: joined.subarray(0, length), isWhole: bytes[at] === 0 };
}

export function readScreenSize(bytes: Uint8Array): Size {
  const view = viewOf(bytes);
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** Returns the logical screen's size, enlarged to contain the first image as in browsers; `undefined` if empty. */
export function readGifSize(bytes: Uint8Array): Size | undefined {
  const screen = readScreenSize(bytes);
  for (const { left, top, width, height } of gifImages(bytes)) {
    if (width === 0 || height === 0) return undefined;
    return { width: Math.max(screen.width, left + width), height: Math.max(screen.height, top + height) };
  }
  return undefined;
}

/** Identifiers of the application extension that states how often the animation repeats after the first time. */
const LOOP_EXTENSIONS: readonly string[] = ['NETSCAPE2.0', 'ANIMEXTS1.0'];
const APPLICATION = 0xff;

/** Returns how often the animation plays; 0 repeats forever. Reads only before the first image, like browsers. */
export function readGifLoop(bytes: Uint8Array): number {
  let at = SCREEN_END + colorTable(bytes, SCREEN_END, bytes[10] as number).length;
  for (let count = 0; bytes[at] === EXTENSION && count < MAX_GIF_EXTENSIONS; count++) {
    const data = at + 14;
    const isLoop = bytes[at + 1] === APPLICATION && LOOP_EXTENSIONS.includes(ascii(bytes, at + 3, 11));
    if (isLoop && bytes[data] === 3 && bytes[data + 1] === 1 && data + 4 <= bytes.length) {
      const repeats = viewOf(bytes).getUint16(data + 2, true);
      return repeats === 0 ? 0 : repeats + 1;
    }
    at = subBlocksEnd(bytes, at + 2);
  }
  return 1;
}

/** True if a GIF has a second image, even a truncated image. Reads the file only up to the second image. */
export function isAnimatedGif(bytes: Uint8Array): boolean {
  const images = gifImages(bytes);
  if (images.next().done) return false;
  const second = images.next();
  return !second.done || second.value === 'cut';
}

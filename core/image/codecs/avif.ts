import { ascii, type Chunk, viewOf } from '../../base/bytes.ts';
import type { ImageHeader } from './image-header.ts';

/** ISO boxes between two offsets (ISO/IEC 14496-12, 4.2). */
export function* boxes(bytes: Uint8Array, from: number, to: number): Generator<Chunk> {
  const view = viewOf(bytes);
  for (let offset = from; offset + 8 <= to; ) {
    const size = view.getUint32(offset) || to - offset;
    if (size < 8) return;
    yield { type: ascii(bytes, offset + 4, 4), start: offset + 8, end: Math.min(to, offset + size) };
    offset += size;
  }
}

export function findBox(bytes: Uint8Array, from: number, to: number, type: string): Chunk | undefined {
  for (const box of boxes(bytes, from, to)) if (box.type === type) return box;
  return undefined;
}

/** The kinds of file that a file says it is: its own, then those that it can be read as (ISO/IEC 14496-12, 4.3). */
function brands(bytes: Uint8Array): string[] {
  if (ascii(bytes, 4, 4) !== 'ftyp') return [];
  const end = Math.min(bytes.length, viewOf(bytes).getUint32(0), MAX_BRANDS_BYTES);
  const found = [ascii(bytes, 8, 4)];
  for (let at = 16; at + 4 <= end; at += 4) found.push(ascii(bytes, at, 4));
  return found;
}

/** Files name up to a dozen. */
const MAX_BRANDS_BYTES = 256;

const AVIF_BRANDS = ['avif', 'avis'];
/** Still and moving pictures of HEVC, and the containers' own, in which it is nearly always HEVC (ISO/IEC 23008-12, annex B). */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** Also where a file of AVIF calls itself by the container's name. */
export const isAvif = (bytes: Uint8Array): boolean => {
  const [own = '', ...others] = brands(bytes);
  return AVIF_BRANDS.includes(own) || (/^m[is]f1$/.test(own) && others.some((brand) => AVIF_BRANDS.includes(brand)));
};

export const isHeic = (bytes: Uint8Array): boolean => HEIC_BRANDS.includes(brands(bytes)[0] ?? '') && !isAvif(bytes);

/** The stored size. Platforms that decode HEIC turn and cut it themselves, as its properties say. */
export function readHeicHeader(bytes: Uint8Array): ImageHeader | undefined {
  const header = readAvifHeader(bytes);
  return header && { ...header, format: 'heic', animated: false };
}

/** An address that ends in `:alpha`, as far as any known one is long. */
const TYPE_BYTES = 100;

/** The largest image extent of the file: that of the picture, or of the grid its tiles make (HEIF, 6.5.3). */
export function readAvifHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = viewOf(bytes);
  const meta = findBox(bytes, 0, bytes.length, 'meta');
  const properties = meta && findBox(bytes, meta.start + 4, meta.end, 'iprp');
  const container = properties && findBox(bytes, properties.start, properties.end, 'ipco');
  if (!container) return undefined;
  let [width, height, hasProfile, mayHaveAlpha] = [0, 0, false, false];
  for (const { type, start, end } of boxes(bytes, container.start, container.end)) {
    if (type === 'ispe') {
      const [w, h] = [view.getUint32(start + 4), view.getUint32(start + 8)];
      if (w * h > width * height) [width, height] = [w, h];
    } else if (type === 'colr') hasProfile ||= ['prof', 'rICC'].includes(ascii(bytes, start, 4));
    else if (type === 'auxC')
      mayHaveAlpha ||= ascii(bytes, start + 4, Math.min(end - start - 4, TYPE_BYTES)).includes('alpha');
  }
  const common = { orientation: 1, bitDepth: 8, animated: ascii(bytes, 8, 4) === 'avis' } as const;
  return { format: 'avif', width, height, channels: mayHaveAlpha ? 4 : 3, mayHaveAlpha, hasProfile, ...common };
}

import { isAlphaType, tilesOf } from '../heif/coded-images.ts';
import { codesOf, headerOf, isHeic, isImageSequence, sequenceFrames } from '../heif/heif.ts';
import { colorOf, findProperty, readHeicLayout } from '../heif/layout.ts';
import type { Coding, FoundHeader, ImageFormat } from '../image-format.ts';
import { readHevcConfig, sequencesIn } from './hevc.ts';

export const heic: ImageFormat<'heic'> = {
  name: 'heic',
  bytesPerPixel: 12,
  matches: isHeic,
  readHeader: readHeicHeader,
  readProfile: async (bytes) => colorOf(bytes, readHeicLayout(bytes).properties).profile,
  decode: async (bytes, _header, context) => (await import('./decode-heic.ts')).decodeHeic(bytes, context),
  decodeInWorker: async (bytes, { platform, onProgress }) =>
    (await import('./heic-pixels.ts')).decodeHeicPixels(bytes, () => platform.wasm('heic-decoder'), onProgress),
  metadata: async () => ({ findExif: (await import('../heif/heif-exif.ts')).findExif, readCoding }),
  mayBeAnimated: isImageSequence,
};

/** Reads the header of a HEIC. The size is the size after `clap` crops and before `irot` rotates the image. */
function readHeicHeader(bytes: Uint8Array): FoundHeader {
  const layout = readHeicLayout(bytes);
  const { items } = layout;
  // The configuration `hvcC` is a property of coded images, so the tiles of a grid have the property, not the grid.
  const coded = [items.primary, ...tilesOf(items, items.primary)].map((id) => items.properties.get(id) ?? []);
  const config = coded.flatMap((list) => findProperty(list, 'hvcC', 23) ?? [])[0];
  const sequence = config && sequencesIn(readHevcConfig(bytes, config).units)[0];
  const mayHaveAlpha = items.references.some(
    ({ type, from, to }) =>
      type === 'auxl' && to.includes(items.primary) && isAlphaType(bytes, items.properties.get(from) ?? []),
  );
  return { ...headerOf(bytes, layout, sequence, mayHaveAlpha), animated: isImageSequence(bytes) };
}

function readCoding(bytes: Uint8Array): Partial<Coding> {
  const { properties, items } = readHeicLayout(bytes);
  const coded = [items.primary, ...tilesOf(items, items.primary)].map((id) => items.properties.get(id) ?? []);
  const config = coded.flatMap((list) => findProperty(list, 'hvcC', 23) ?? [])[0];
  // The last bits of byte 16 of `hvcC` are chroma_format_idc (ISO/IEC 14496-15, 8.3.3.1; ITU-T H.265, table 6-1).
  const chroma = config && (['', '4:2:0', '4:2:2', '4:4:4'] as const)[(bytes[config.start + 16] as number) & 3];
  const codes = codesOf(colorOf(bytes, properties).nclx);
  return { codes, frames: sequenceFrames(bytes), ...(chroma && { chromaSubsampling: chroma }) };
}

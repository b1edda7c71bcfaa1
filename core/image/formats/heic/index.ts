import { isAlphaType, tilesOf } from '../heif/coded-images.ts';
import { headerOf, isHeic, isImageSequence } from '../heif/heif.ts';
import { colorOf, findProperty, readHeicLayout } from '../heif/layout.ts';
import type { FoundHeader, ImageFormat } from '../image-format.ts';
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
  metadata: () => import('./metadata.ts'),
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

import { isAlphaType, tilesOf } from '../heif/coded-images.ts';
import { headerOf, isImageSequence } from '../heif/heif.ts';
import { findProperty, readHeicLayout } from '../heif/layout.ts';
import type { FoundHeader } from '../image-format.ts';
import { readHevcConfig, sequencesIn } from './hevc.ts';

/** Reads the header of a HEIC. The size is the size after `clap` crops and before `irot` rotates the image. */
export function readHeicHeader(bytes: Uint8Array): FoundHeader {
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

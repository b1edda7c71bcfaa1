import type { SourceFile } from '../../base/files.ts';
import type { Size } from '../../geometry/point.ts';
import type { ImageFormat } from '../codecs/formats.ts';
import type { MetadataChoice } from './choices.ts';
import { embed } from './embed.ts';
import type { Embedded } from './embedded.ts';
import { readAllowedExif } from './exif-read.ts';
import { writeExif } from './exif-write.ts';
import { findExif } from './find-exif.ts';
import { srgbProfile } from './srgb-profile.ts';

/** Returns a function that embeds metadata of the file `source` in an encoded image. `size` is the image's size. */
export async function metadataEmbedder(
  format: ImageFormat,
  choice: MetadataChoice,
  source: SourceFile | undefined,
  size: Size,
): Promise<(bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>> {
  const embedded = await metadataOf(choice, source, size);
  return (bytes) => embed(bytes, format, embedded, size);
}

async function metadataOf(choice: MetadataChoice, source: SourceFile | undefined, size: Size): Promise<Embedded> {
  if (choice === 'none') return {};
  const profile = srgbProfile();
  const exif = choice === 'all-but-place' && source ? findExif(await source.read()) : undefined;
  const allowed = exif && readAllowedExif(exif);
  return { profile, exif: allowed && writeExif(allowed, size) };
}

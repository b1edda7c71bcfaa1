import { fileFromBytes, type SourceFile } from '../../base/files.ts';
import { pixelWords, type Raster } from '../../base/raster.ts';
import type { OperationContext } from '../../platform/context.ts';
import { stripMetadata } from '../metadata/strip.ts';
import { decodeImage } from './decode.ts';
import type { ImageFormat } from './formats.ts';
import { readImageHeader } from './header.ts';

/**
 * Returns the source without its metadata, if it has the format, shows exactly the pixels of `raster`, and has at most
 * `maxBytes` bytes. A source with an orientation or a color profile shows other pixels without its metadata.
 */
export async function copySource(
  raster: Raster,
  {
    source,
    format,
    maxBytes,
  }: { readonly source: SourceFile; readonly format: ImageFormat; readonly maxBytes: number },
  { platform, signal }: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bytes = await source.read();
  const header = readImageHeader(bytes);
  const sourceFormat = header?.format === 'jpeg' ? 'jpg' : header?.format;
  if (sourceFormat !== format) return undefined;
  const stripped = stripMetadata(bytes, format);
  if (!stripped || stripped.length > maxBytes) return undefined;
  let isDamaged = false;
  const shown = await decodeImage(fileFromBytes(source.name, stripped), {
    platform,
    signal,
    onWarning: () => {
      isDamaged = true;
    },
  });
  return !isDamaged && haveSamePixels(shown.raster, raster) ? stripped : undefined;
}

function haveSamePixels(one: Raster, other: Raster): boolean {
  if (one.width !== other.width || one.height !== other.height) return false;
  const [words, others] = [pixelWords(one), pixelWords(other)];
  for (let at = 0; at < words.length; at++) if (words[at] !== others[at]) return false;
  return true;
}

import { FudebakoError } from '../../base/errors.ts';
import { fileFromBytes, type SourceFile } from '../../base/files.ts';
import { pixelWords, type Raster } from '../../base/raster.ts';
import type { OperationContext } from '../../platform/context.ts';
import { type OutputFormat, optionsOf } from '../formats/output-formats.ts';
import { type InputFormat, readImageHeader } from '../formats/registry.ts';
import type { MetadataChoice } from '../metadata/choices.ts';
import { decodeImage } from './decode.ts';
import { metadataFor } from './metadata.ts';

type Bytes = Uint8Array<ArrayBuffer>;

interface CopyOrder {
  readonly source: SourceFile;
  readonly format: Exclude<OutputFormat, 'mp4'>;
  readonly maxBytes: number;
  readonly metadata: MetadataChoice;
  /** Embeds the requested metadata in an image file without metadata. */
  readonly embed: (bytes: Bytes) => Bytes;
}

/**
 * Copies the source file with the requested metadata, if the copy has the requested format, exactly the pixels of
 * `raster`, and at most `maxBytes`. Preserves a JPG's orientation and ICC profile if they affect pixels.
 */
export async function copySource(
  raster: Raster,
  { source, format, maxBytes, metadata, embed }: CopyOrder,
  context: CopyContext,
): Promise<Bytes | undefined> {
  const bytes = await source.read();
  const header = readImageHeader(bytes);
  if (!header || header.format !== format) return undefined;
  const { strip } = await metadataFor(format);
  const plain = strip?.(bytes);
  const copies = [plain && embed(plain)];
  if (optionsOf(format).lossless === 'by copy' && metadata !== 'all-but-place') copies.push(strip?.(bytes, header));
  for (const copy of copies)
    if (copy && copy.length <= maxBytes && (await shows(copy, raster, source.name, context)))
      return (await hasExcess(copy, raster, format, context)) ? undefined : copy;
  return undefined;
}

/** True if an image's compressed data contains more bytes than the pixels need, which may be a text. */
async function hasExcess(copy: Bytes, raster: Raster, format: InputFormat, context: CopyContext): Promise<boolean> {
  for (const shortened of (await metadataFor(format)).shortened?.(copy) ?? []) {
    const isSame = await shows(shortened, raster, '', context).catch((error: unknown) => {
      // A decoder that refuses the shortened data needs all bytes of the data.
      if (error instanceof FudebakoError && error.code === 'imageLoad') return false;
      throw error;
    });
    if (isSame) return true;
  }
  return false;
}

type CopyContext = Pick<OperationContext, 'platform' | 'signal'>;

async function shows(bytes: Bytes, raster: Raster, name: string, { platform, signal }: CopyContext): Promise<boolean> {
  let isDamaged = false;
  const onWarning = () => {
    isDamaged = true;
  };
  const shown = await decodeImage(fileFromBytes(name, bytes), { platform, signal, onWarning });
  return !isDamaged && haveSamePixels(shown.raster, raster);
}

function haveSamePixels(one: Raster, other: Raster): boolean {
  if (one.width !== other.width || one.height !== other.height) return false;
  const [words, others] = [pixelWords(one), pixelWords(other)];
  for (let at = 0; at < words.length; at++) if (words[at] !== others[at]) return false;
  return true;
}

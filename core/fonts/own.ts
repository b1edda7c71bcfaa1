import { FudebakoError } from '../base/errors.ts';
import { baseName, type SourceFile } from '../base/files.ts';
import { MAX_FONT_BYTES } from '../base/limits.ts';
import { OWN_PREFIX } from './catalogue.ts';
import { fontFormat } from './sfnt.ts';

/** A font that a visitor added: a family with one font file. */
export interface OwnFont {
  /** Family name in settings: `own:` and the file name without extension. */
  readonly family: string;
  /** Name of the visitor's font file, for error messages. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Reads a visitor's font file. Throws FudebakoError `fontType` for other formats, `fontTooLarge`. */
export async function readOwnFont(file: SourceFile): Promise<OwnFont> {
  const { name } = file;
  if (file.size > MAX_FONT_BYTES)
    throw new FudebakoError('fontTooLarge', { name, megabytes: MAX_FONT_BYTES / 2 ** 20 });
  const bytes = await file.read();
  if (!fontFormat(bytes)) throw new FudebakoError('fontType', { name });
  return { family: `${OWN_PREFIX}${baseName(name)}`, name, bytes };
}

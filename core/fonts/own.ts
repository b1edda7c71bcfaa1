import { FudebakoError } from '../base/errors.ts';
import { baseName, type SourceFile } from '../base/files.ts';
import { MAX_FONT_BYTES } from '../base/limits.ts';
import { OWN_PREFIX } from './catalogue.ts';
import { fontFormat } from './sfnt.ts';

/** A family of one file that a visitor has added. */
export interface OwnFont {
  /** As settings name it: `own:` and the file's base name. */
  readonly family: string;
  /** The file's name. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Takes a visitor's font file. A damaged one is found out when `FontLibrary.openOwn` opens it.
 * @throws FudebakoError `fontType` for another kind of file, `fontLoad` for one that is too large
 */
export async function readOwnFont(file: SourceFile): Promise<OwnFont> {
  const { name } = file;
  if (file.size > MAX_FONT_BYTES) throw new FudebakoError('fontLoad', { name });
  const bytes = await file.read();
  if (!fontFormat(bytes)) throw new FudebakoError('fontType', { name });
  return { family: `${OWN_PREFIX}${baseName(name)}`, name, bytes };
}

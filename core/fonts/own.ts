import { FudebakoError } from '../base/errors.ts';
import { baseName, type SourceFile } from '../base/files.ts';
import { MAX_FONT_BYTES } from '../base/limits.ts';
import { OWN_PREFIX } from './catalogue.ts';
import { openFace } from './face.ts';
import { fontFormat, unpackFont } from './sfnt.ts';

/** A family of one file that a visitor has added. */
export interface OwnFont {
  /** As settings name it: `own:` and the file's base name. */
  readonly family: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Takes a visitor's font file.
 * @throws FudebakoError `fontType` for another kind of file, `fontLoad` for a damaged one
 */
export async function readOwnFont(file: SourceFile): Promise<OwnFont> {
  if (file.size > MAX_FONT_BYTES) throw new FudebakoError('fontLoad', { name: file.name });
  const bytes = await file.read();
  if (!fontFormat(bytes)) throw new FudebakoError('fontType', { name: file.name });
  const family = `${OWN_PREFIX}${baseName(file.name)}`;
  try {
    await openFace(family, await unpackFont(bytes));
  } catch (cause) {
    throw new FudebakoError('fontLoad', { name: file.name }, { cause });
  }
  return { family, bytes };
}

import { FudebakoError } from '../base/errors.ts';
import { baseName, type SourceFile } from '../base/files.ts';
import { MAX_FONT_BYTES } from '../base/limits.ts';
import { OWN_PREFIX } from './catalogue.ts';
import { fontFormat } from './sfnt.ts';

/** A visitor's font: a family of one file. */
export interface OwnFont {
  /** Name in settings: `own:` plus the file's base name. */
  readonly family: string;
  /** File name, for error messages. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** @throws FudebakoError `fontType` for other file types, `fontLoad` for files that are too large */
export async function readOwnFont(file: SourceFile): Promise<OwnFont> {
  const { name } = file;
  if (file.size > MAX_FONT_BYTES) throw new FudebakoError('fontLoad', { name });
  const bytes = await file.read();
  if (!fontFormat(bytes)) throw new FudebakoError('fontType', { name });
  return { family: `${OWN_PREFIX}${baseName(name)}`, name, bytes };
}

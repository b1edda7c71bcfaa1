import { ascii, startsWith } from '../../base/bytes.ts';
import type { SourceFile } from '../../base/files.ts';
import { type Cue, cuesOf } from './captions.ts';
import { matroskaTexts } from './matroska-texts.ts';
import { mp4Texts } from './mp4-texts.ts';

export interface EmbeddedCaptions {
  /** Name or language of the track; empty if the file states neither. */
  readonly name: string;
  readonly cues: readonly Cue[];
}

const EBML = [0x1a, 0x45, 0xdf, 0xa3];
const ISO_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'];

/**
 * Reads the captions of a text track in Matroska, WebM, MP4 or QuickTime; `undefined` without such a track. The library
 * mediabunny reads no text tracks. Throws FudebakoError `captionsTooMany`; errors of reading.
 */
export async function readEmbeddedCaptions(file: SourceFile, language: string): Promise<EmbeddedCaptions | undefined> {
  const head = await file.read(0, Math.min(12, file.size));
  const found = startsWith(head, EBML)
    ? await matroskaTexts(file, language)
    : ISO_BOXES.includes(ascii(head, 4, 4))
      ? await mp4Texts(file, language)
      : undefined;
  const cues = found ? cuesOf(found.texts) : [];
  return found && cues.length > 0 ? { name: found.name, cues } : undefined;
}

import {
  ADTS,
  CustomSource,
  FLAC,
  Input,
  type InputFormat,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  type Source,
  WAVE,
  WEBM,
} from 'mediabunny';
import { FudebakoError } from '../base/errors.ts';
import type { SourceFile } from '../base/files.ts';
import { ParserWatch, watchInput } from './watch-parser.ts';

/** Every container but playlists: those name other files, and a file names none here. */
const MEDIA_FORMATS: readonly InputFormat[] = [MP4, QTFF, MATROSKA, WEBM, WAVE, OGG, FLAC, MP3, ADTS, MPEG_TS];

/** A container that is open. */
export interface OpenMedia {
  readonly input: Input;
  /** To be called when a picture, a sound or an answer has come: parsing may take as long again. */
  progress(): void;
  close(): void;
}

/** Nothing shorter is a container; the library's parsers fail on it with errors of their own. */
export const MIN_MEDIA_BYTES = 16;

/**
 * The one way to a visitor's file in a container. The library's parsers believe what
 * a file says; here they are watched, and stopped where they spin, grow, or are about to
 * (`docs/upstream.md`).
 *
 * @param source where the library reads; the file itself, if it has no better way
 * @throws FudebakoError `inspectUnknown` for a file that is too short to be anything
 * @returns what throws FudebakoError `mediaDamaged` wherever the library's own methods wait
 */
export async function openMedia(file: SourceFile, source: Source = sourceOf(file)): Promise<OpenMedia> {
  if (file.size < MIN_MEDIA_BYTES) throw new FudebakoError('inspectUnknown');
  const watch = new ParserWatch(file.size, await file.read(0, MIN_MEDIA_BYTES));
  const input = new Input({ formats: [...MEDIA_FORMATS], source });
  watchInput(input, watch);
  return { input, progress: () => watch.progress(), close: () => input.dispose() };
}

/** A file as the library reads it: piece by piece, where it needs to. */
function sourceOf(file: SourceFile): CustomSource {
  return new CustomSource({
    getSize: () => file.size,
    read: (start, end) => file.read(start, end),
    prefetchProfile: 'fileSystem',
  });
}

import {
  ADTS,
  CustomSource,
  FLAC,
  Input,
  type InputFormat,
  Logging,
  LogLevel,
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

// Errors of this program name what is wrong with a file.
Logging.level = LogLevel.Silent;

/** Containers that mediabunny may open: all except playlists, because playlists refer to other files. */
const MEDIA_FORMATS: readonly InputFormat[] = [MP4, QTFF, MATROSKA, WEBM, WAVE, OGG, FLAC, MP3, ADTS, MPEG_TS];

export interface OpenMedia {
  readonly input: Input;
  /** Resets the counts of the parser's limited reads. Must be called after each frame, packet or other result. */
  progress(): void;
  close(): void;
}

/** Minimum bytes of a media file. mediabunny throws internal errors for shorter files. */
export const MIN_MEDIA_BYTES = 16;

/**
 * Opens a media container. Stops mediabunny's loops and huge allocations, because mediabunny trusts headers
 * (`docs/upstream.md`). Methods of `input` then throw FudebakoError `mediaDamaged`.
 * @throws FudebakoError `inspectUnknown` for a file that is too short
 */
export async function openMedia(file: SourceFile, source: Source = sourceOf(file)): Promise<OpenMedia> {
  if (file.size < MIN_MEDIA_BYTES) throw new FudebakoError('inspectUnknown');
  const watch = new ParserWatch(file.size, await file.read(0, MIN_MEDIA_BYTES));
  const input = new Input({ formats: [...MEDIA_FORMATS], source });
  watchInput(input, watch);
  return { input, progress: () => watch.progress(), close: () => input.dispose() };
}

function sourceOf(file: SourceFile): CustomSource {
  return new CustomSource({
    getSize: () => file.size,
    read: (start, end) => file.read(start, end),
    prefetchProfile: 'fileSystem',
  });
}

import { audioWarnings } from '../../audio/audio-warnings.ts';
import { type AudioEdits, changesAudio } from '../../audio/edit/plan-edits.ts';
import { isWav } from '../../audio/summary.ts';
import type { SourceTags } from '../../audio/tags/tags.ts';
import { isMp3InWav, readWav } from '../../audio/wav/wav-reader.ts';
import { readWavTags } from '../../audio/wav/wav-tags.ts';
import { FudebakoError } from '../../base/errors.ts';
import type { SourceFile } from '../../base/files.ts';
import type { WrittenFile } from '../../operation.ts';
import type { OperationContext } from '../../platform/context.ts';
import { type AudioSource, openAudio } from '../audio/audio-source.ts';
import { editAudio, partOf } from '../audio/edited-source.ts';
import { planarAudio } from '../audio/planar-audio.ts';
import type { AudioFileSettings } from './formats.ts';
import type { AudioPart } from './part.ts';
import { outputOf, writeAudio } from './write-audio.ts';

/** Part of the progress that measuring takes if an edit depends on the levels. */
const MEASURING = 0.3;

/**
 * Converts any audio that `openAudio` opens, or the audio of a video, with its tags and cover.
 * @throws FudebakoError `videoSoundType`, `videoSoundDuration`, `audioTrackMissing`, `audioTooLarge`, `audioRangeEmpty`,
 * `mp3Conversion`; CancelledError
 */
export async function convertAudio(
  file: SourceFile,
  { from, to, ...options }: AudioFileSettings & AudioPart & Partial<AudioEdits>,
  context: OperationContext,
): Promise<WrittenFile> {
  const { onProgress } = context;
  const source = await openAudio(file, context);
  const whole = planarAudio(source, outputOf(source, options), context);
  const part = partOf(whole, { from, to });
  if (part.samples === 0) throw new FudebakoError('audioRangeEmpty', { seconds: source.durationSec.toFixed(2) });
  const edits = editsOf(options);
  const measuring = edits ? MEASURING : 0;
  const edited = edits
    ? await editAudio(part, edits, { ...context, onProgress: (fraction) => onProgress?.(fraction * measuring) })
    : { audio: part, warnings: [] };
  for (const warning of edited.warnings) context.onWarning?.(warning);
  const written = await writeAudio(edited.audio, options, await tagsOf(file, source, context), {
    ...context,
    onProgress: (fraction) => onProgress?.(measuring + fraction * (1 - measuring)),
  });
  return { ...written, warnings: [...audioWarnings({ ...source, clipped: false }), ...(written.warnings ?? [])] };
}

/** Returns the edits if any changes the audio. */
function editsOf(options: Partial<AudioEdits>): AudioEdits | undefined {
  const { trimSilence = false, fadeInSec = 0, fadeOutSec = 0, loudness = 'off', volumeDb = 0 } = options;
  const edits = { trimSilence, fadeInSec, fadeOutSec, loudness, volumeDb };
  return changesAudio(edits) ? edits : undefined;
}

/** Returns all tags that a copy needs. */
export async function tagsOf(file: SourceFile, source: AudioSource, context: OperationContext): Promise<SourceTags> {
  if (!(await isWav(file))) return source.sourceTags ?? source.tags ?? {};
  try {
    return await readWavTags(file, await readWav(file), context.textEncoding);
  } catch (error) {
    if (isMp3InWav(error)) return source.sourceTags ?? {};
    throw error;
  }
}

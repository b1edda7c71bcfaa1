import type { PlacedEdits } from '../../audio/edit/apply-edits.ts';
import { type AudioEdits, changesAudio, NO_EDITS, planEdits, type ReadableAudio } from '../../audio/edit/plan-edits.ts';
import type { OperationContext, Warning } from '../../platform/context.ts';
import { NO_SILENCE, type RemovedSilence, type VideoTiming } from '../plan/durations.ts';
import type { AudioSource } from './audio-source.ts';
import { type AudioTrack, type AudioTrim, createAudioTrack, trimmedAudio } from './audio-track.ts';
import { TRACK_RATE } from './render-audio.ts';

/** Settings that change the audio of a video. */
export type AudioSettings = VideoTiming & AudioEdits;

export interface EditedTrack {
  readonly track: AudioTrack;
  readonly removed: RemovedSilence;
  readonly warnings: readonly Warning[];
}

/** Creates the edited audio track of a video. Measures the audio first if an edit depends on its levels. */
export async function createEditedTrack(
  audio: AudioSource,
  settings: AudioSettings,
  context: Pick<OperationContext, 'platform' | 'signal' | 'onProgress'>,
): Promise<EditedTrack> {
  if (!changesAudio(settings))
    return { track: createAudioTrack(audio, settings, context), removed: NO_SILENCE, warnings: [] };
  const trimmed = trimmedAudio(audio, settings, context);
  const { warnings, ...edits } = await planEdits(trimmed, settings, context);
  const track = createAudioTrack(audio, settings, context, edits);
  return { track, removed: removedBy(edits, trimmed), warnings };
}

/** Returns the silence that the edit `trimSilence` removes from the ends of trimmed audio. */
export async function findSilence(
  audio: AudioSource,
  trim: AudioTrim,
  context: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<RemovedSilence> {
  const trimmed = trimmedAudio(audio, trim, context);
  return removedBy(await planEdits(trimmed, { ...NO_EDITS, trimSilence: true }, context), trimmed);
}

const removedBy = ({ start, samples }: PlacedEdits, trimmed: ReadableAudio): RemovedSilence => ({
  startSec: start / TRACK_RATE,
  endSec: (trimmed.samples - start - samples) / TRACK_RATE,
});

import { applyEdits } from '../../audio/edit/apply-edits.ts';
import { type AudioEdits, planEdits } from '../../audio/edit/plan-edits.ts';
import type { OperationContext, Warning } from '../../platform/context.ts';
import type { AudioPart } from '../audio-file/part.ts';
import type { PlanarAudio } from './planar-audio.ts';

/** Returns a part of audio, at most up to its end; empty if it starts after the end. */
export function partOf(audio: PlanarAudio, { from = 0, to }: AudioPart): PlanarAudio {
  const at = (seconds: number) => Math.min(audio.samples, Math.round(seconds * audio.sampleRate));
  const start = at(from);
  const samples = Math.max(0, (to === undefined ? audio.samples : at(to)) - start);
  return { ...audio, samples, read: (first, last) => audio.read(start + first, start + last) };
}

/** Returns edited audio. Measures the audio first if an edit depends on its levels. */
export async function editAudio(
  audio: PlanarAudio,
  edits: AudioEdits,
  context: Pick<OperationContext, 'platform' | 'signal' | 'onProgress'>,
): Promise<{ readonly audio: PlanarAudio; readonly warnings: readonly Warning[] }> {
  const { warnings, ...placed } = await planEdits(audio, edits, context);
  return {
    audio: {
      ...audio,
      samples: placed.samples,
      async read(from, to) {
        const start = placed.start + from;
        const channels = await audio.read(start, placed.start + to);
        for (const samples of channels) applyEdits(samples, start, placed);
        return channels;
      },
    },
    warnings,
  };
}

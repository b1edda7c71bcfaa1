import { applyEdits } from '../../audio/edit/apply-edits.ts';
import { type AudioEdits, planEdits } from '../../audio/edit/plan-edits.ts';
import type { OperationContext, Warning } from '../../platform/context.ts';
import type { PlanarAudio } from './planar-audio.ts';

/** Part of audio in seconds; without `toSec`, up to the end. */
export interface AudioPart {
  readonly fromSec?: number | undefined;
  readonly toSec?: number | undefined;
}

/** Returns a part of audio, at most up to its end; empty if it starts after the end. */
export function partOf(audio: PlanarAudio, { fromSec = 0, toSec }: AudioPart): PlanarAudio {
  const at = (seconds: number) => Math.min(audio.samples, Math.round(seconds * audio.sampleRate));
  const start = at(fromSec);
  const samples = Math.max(0, (toSec === undefined ? audio.samples : at(toSec)) - start);
  return { ...audio, samples, read: (from, to) => audio.read(start + from, start + to) };
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

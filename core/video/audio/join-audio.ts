import type { PlanarAudio } from './planar-audio.ts';

/** Audio that is joined, and where it starts in the joined audio. Fades are in samples. */
interface Clip {
  readonly audio: PlanarAudio;
  readonly start: number;
  readonly fadeIn: number;
  readonly fadeOut: number;
}

/**
 * Joins audio of equal sample rate and channels. Neighbors overlap by `crossfadeSec`, at most by half of the shorter
 * one, with curves of equal power: a sine and a cosine.
 */
export function joinPlanar(
  parts: readonly [PlanarAudio, ...PlanarAudio[]],
  crossfadeSec: number,
): PlanarAudio & { readonly isShortened: boolean } {
  const { sampleRate, channels } = parts[0];
  const wanted = Math.round(crossfadeSec * sampleRate);
  const overlaps = parts.slice(1).map((next, index) => {
    const shorter = Math.min((parts[index] as PlanarAudio).samples, next.samples);
    return Math.min(wanted, Math.floor(shorter / 2));
  });
  const clips: Clip[] = [];
  let end = 0;
  for (const [index, audio] of parts.entries()) {
    const [fadeIn = 0, fadeOut = 0] = [overlaps[index - 1], overlaps[index]];
    clips.push({ audio, start: end - fadeIn, fadeIn, fadeOut });
    end += audio.samples - fadeIn;
  }
  return {
    sampleRate,
    channels,
    samples: end,
    isShortened: overlaps.some((overlap) => overlap < wanted),
    async read(from, to) {
      const mixed = Array.from({ length: channels }, () => new Float32Array(to - from));
      for (const clip of clips) {
        const first = Math.max(from, clip.start);
        const last = Math.min(to, clip.start + clip.audio.samples);
        if (first >= last) continue;
        const read = await clip.audio.read(first - clip.start, last - clip.start);
        for (const [channel, samples] of read.entries()) add(mixed[channel], first - from, samples, first, clip);
      }
      return mixed;
    },
  };
}

function add(
  mixed: Float32Array | undefined,
  offset: number,
  samples: Float32Array,
  position: number,
  { audio, start, fadeIn, fadeOut }: Clip,
): void {
  if (!mixed) return;
  for (let index = 0; index < samples.length; index++) {
    const at = position - start + index;
    const left = audio.samples - at;
    let sample = samples[index] as number;
    if (at < fadeIn) sample *= Math.sin(((at / fadeIn) * Math.PI) / 2);
    if (left <= fadeOut) sample *= Math.sin(((left / fadeOut) * Math.PI) / 2);
    mixed[offset + index] = (mixed[offset + index] as number) + sample;
  }
}

/** Edits of audio whose levels are known. Lengths are in samples. */
export interface PlacedEdits {
  /** Position of the first edited sample in the source, and the number of edited samples. */
  readonly start: number;
  readonly samples: number;
  readonly fadeIn: number;
  readonly fadeOut: number;
  /** Factor of all samples. */
  readonly gain: number;
}

/** Multiplies samples in place by gain and linear fades. `position` is the place of the first sample in the source. */
export function applyEdits(samples: Float32Array, position: number, edits: PlacedEdits): void {
  const { start, samples: length, fadeIn, fadeOut, gain } = edits;
  const first = position - start;
  for (let index = 0; index < samples.length; index++) {
    const at = first + index;
    const fade = ramp(at, fadeIn) * ramp(length - 1 - at, fadeOut);
    samples[index] = (samples[index] as number) * gain * fade;
  }
}

/** Rises from 0 to 1 in `length` samples, as the curve `tri` of FFmpeg's filter `afade`. */
const ramp = (at: number, length: number): number => (at >= length ? 1 : at < 0 ? 0 : at / length);

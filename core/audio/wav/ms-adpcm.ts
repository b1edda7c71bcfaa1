/** Microsoft ADPCM in WAV files (format tag 2, "Multimedia Data Standards Update", Microsoft 1994). */

/** The standard's predictors of a sample from the two samples before it, in 256ths. */
const COEFFICIENTS = [
  [256, 0],
  [512, -256],
  [0, 0],
  [192, 64],
  [240, 0],
  [460, -208],
  [392, -232],
] as const;
const ADAPTATION = [230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230] as const;
const MIN_DELTA = 16;
/** Keeps the step far from the limit of 32 bits, as FFmpeg does. */
const MAX_DELTA = Math.floor(0x7fff_ffff / 768);

/** Header bytes per channel in a block: predictor, step (16 bits), second sample, first sample (16 bits each). */
const HEADER_BYTES = 7;

/** Returns the number of frames in a block: two in the header, and two for each data byte of a channel. */
export function msFramesInBlock(blockBytes: number, channels: number): number {
  return Math.floor(((blockBytes - HEADER_BYTES * channels) * 2) / channels) + 2;
}

export function isMsBlockValid(bytes: Uint8Array, start: number, channels: number): boolean {
  return bytes.subarray(start, start + channels).every((predictor) => predictor < COEFFICIENTS.length);
}

/** Decodes a block to `output` from `at` on. The samples of the channels alternate, high nibble first. */
export function decodeMsBlock(
  bytes: Uint8Array,
  start: number,
  { blockFrames, channels }: { blockFrames: number; channels: number },
  output: readonly Float32Array[],
  at: number,
): void {
  const int16 = (offset: number) => (((bytes[offset] as number) | ((bytes[offset + 1] as number) << 8)) << 16) >> 16;
  const data = start + HEADER_BYTES * channels;
  output.forEach((samples, channel) => {
    const [first, second] = COEFFICIENTS[bytes[start + channel] as number] ?? COEFFICIENTS[0];
    let delta = int16(start + channels + 2 * channel);
    let last = int16(start + 3 * channels + 2 * channel);
    let beforeLast = int16(start + 5 * channels + 2 * channel);
    samples[at] = beforeLast / 0x8000;
    samples[at + 1] = last / 0x8000;
    for (let frame = 2; frame < blockFrames; frame++) {
      const nibble = (frame - 2) * channels + channel;
      const code = ((bytes[data + (nibble >> 1)] as number) >> (nibble & 1 ? 0 : 4)) & 15;
      const predicted = Math.trunc((last * first + beforeLast * second) / 256);
      const sample = clamp(predicted + (code > 7 ? code - 16 : code) * delta, -32_768, 32_767);
      beforeLast = last;
      last = sample;
      delta = clamp(((ADAPTATION[code] as number) * delta) >> 8, MIN_DELTA, MAX_DELTA);
      samples[at + frame] = sample / 0x8000;
    }
  });
}

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

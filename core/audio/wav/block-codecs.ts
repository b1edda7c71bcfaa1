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
const MS_HEADER_BYTES = 7;

/** Returns the number of frames in a block: two in the header, and two for each data byte of a channel. */
function msFramesInBlock(blockBytes: number, channels: number): number {
  return Math.floor(((blockBytes - MS_HEADER_BYTES * channels) * 2) / channels) + 2;
}

function isMsBlockValid(bytes: Uint8Array, start: number, channels: number): boolean {
  return bytes.subarray(start, start + channels).every((predictor) => predictor < COEFFICIENTS.length);
}

/** Decodes a block to `output` from `at` on. The samples of the channels alternate, high nibble first. */
function decodeMsBlock(
  bytes: Uint8Array,
  start: number,
  { blockFrames, channels }: { blockFrames: number; channels: number },
  output: readonly Float32Array[],
  at: number,
): void {
  const int16 = (offset: number) => (((bytes[offset] as number) | ((bytes[offset + 1] as number) << 8)) << 16) >> 16;
  const data = start + MS_HEADER_BYTES * channels;
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

/** IMA ADPCM in WAV files (format tag 0x11, "Multimedia Data Standards Update", Microsoft 1994). */

const STEPS = [
  7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118,
  130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060,
  1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484,
  7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767,
] as const;
const INDEX_CHANGES = [-1, -1, -1, -1, 2, 4, 6, 8] as const;

/** Header bytes per channel in a block: first sample (16 bits), step index, reserved byte. */
const IMA_HEADER_BYTES = 4;

/** Returns the number of frames in an ADPCM block: one in the header, and two for each data byte of a channel. */
function imaFramesInBlock(blockBytes: number, channels: number): number {
  return ((blockBytes - IMA_HEADER_BYTES * channels) * 2) / channels + 1;
}

function isImaBlockValid(bytes: Uint8Array, start: number, channels: number): boolean {
  for (let channel = 0; channel < channels; channel++) {
    const [step, reserved] = bytes.subarray(start + channel * IMA_HEADER_BYTES + 2);
    if ((step as number) >= STEPS.length || reserved !== 0) return false;
  }
  return true;
}

/** Decodes a block to `output` from `at` on. Channels alternate in groups of eight 4-bit samples, low nibble first. */
function decodeImaBlock(
  bytes: Uint8Array,
  start: number,
  { blockBytes, blockFrames, channels }: { blockBytes: number; blockFrames: number; channels: number },
  output: readonly Float32Array[],
  at: number,
): void {
  output.forEach((samples, channel) => {
    const header = start + channel * IMA_HEADER_BYTES;
    let predictor = (((bytes[header] as number) | ((bytes[header + 1] as number) << 8)) << 16) >> 16;
    let index = clamp(bytes[header + 2] as number, 0, STEPS.length - 1);
    samples[at] = predictor / 0x8000;
    const data = start + IMA_HEADER_BYTES * channels;
    for (let frame = 1; frame < blockFrames; frame++) {
      const nibble = frame - 1;
      const offset = data + (nibble >> 3) * 4 * channels + channel * 4 + ((nibble & 7) >> 1);
      if (offset >= start + blockBytes) break;
      const code = ((bytes[offset] as number) >> ((nibble & 1) * 4)) & 15;
      const step = STEPS[index] as number;
      // The difference is (magnitude + ½) · step / 4, rounded once as in FFmpeg, not per term as in the standard.
      const difference = ((2 * (code & 7) + 1) * step) >> 3;
      predictor = clamp(predictor + (code & 8 ? -difference : difference), -32_768, 32_767);
      index = clamp(index + (INDEX_CHANGES[code & 7] as number), 0, STEPS.length - 1);
      samples[at + frame] = predictor / 0x8000;
    }
  });
}

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

interface BlockCodec {
  framesInBlock(blockBytes: number, channels: number): number;
  isValid(bytes: Uint8Array, start: number, channels: number): boolean;
  readonly decode: typeof decodeImaBlock;
  /** Bytes of which a block has a multiple, per channel. */
  readonly unitBytes: number;
}

export type BlockEncoding = 'ima-adpcm' | 'ms-adpcm';

/** Codecs that pack samples into blocks, by encoding. */
const codecs: Readonly<Record<BlockEncoding, BlockCodec>> = {
  'ima-adpcm': {
    framesInBlock: imaFramesInBlock,
    isValid: isImaBlockValid,
    decode: decodeImaBlock,
    unitBytes: 4,
  },
  'ms-adpcm': { framesInBlock: msFramesInBlock, isValid: isMsBlockValid, decode: decodeMsBlock, unitBytes: 0.5 },
};

export const blockCodec = (encoding: string): BlockCodec | undefined =>
  encoding in codecs ? codecs[encoding as BlockEncoding] : undefined;

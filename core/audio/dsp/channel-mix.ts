/** Mixing many channels down to the two that MP3 has. */

/** Bits of `dwChannelMask` (Microsoft, "Multiple channel audio data and WAVE files"). */
const SPEAKERS = [
  'frontLeft',
  'frontRight',
  'frontCenter',
  'lowFrequency',
  'backLeft',
  'backRight',
  'frontLeftOfCenter',
  'frontRightOfCenter',
  'backCenter',
  'sideLeft',
  'sideRight',
  'topCenter',
  'topFrontLeft',
  'topFrontCenter',
  'topFrontRight',
  'topBackLeft',
  'topBackCenter',
  'topBackRight',
] as const;
type Speaker = (typeof SPEAKERS)[number];

const HALF_POWER = Math.SQRT1_2;

/** ITU-R BS.775-3, annex 4: the centre and the surround channels at −3 dB; the low-frequency channel is left out. */
const GAINS: Readonly<Record<Speaker, readonly [left: number, right: number]>> = {
  frontLeft: [1, 0],
  frontRight: [0, 1],
  frontCenter: [HALF_POWER, HALF_POWER],
  lowFrequency: [0, 0],
  backLeft: [HALF_POWER, 0],
  backRight: [0, HALF_POWER],
  frontLeftOfCenter: [1, 0],
  frontRightOfCenter: [0, 1],
  // One channel behind goes to both sides, once more 3 dB down.
  backCenter: [0.5, 0.5],
  sideLeft: [HALF_POWER, 0],
  sideRight: [0, HALF_POWER],
  topCenter: [0.5, 0.5],
  topFrontLeft: [HALF_POWER, 0],
  topFrontCenter: [0.5, 0.5],
  topFrontRight: [0, HALF_POWER],
  topBackLeft: [HALF_POWER, 0],
  topBackCenter: [0.5, 0.5],
  topBackRight: [0, HALF_POWER],
};

/** What files without a mask mean, by their number of channels. */
const USUAL_MASKS: readonly number[] = [0, 0x4, 0x3, 0x7, 0x33, 0x37, 0x3f, 0x70f, 0x63f];

/** A row of gains for each channel of the result. */
export type MixMatrix = readonly (readonly number[])[];

/**
 * How the channels become one or two. One and two stay as they are. From three on the gains are
 * BS.775's, all scaled by the same factor so that full scale on every channel is full scale in the
 * result: a mix never clips, and the channels keep their balance.
 *
 * @param mask speakers in the order of the channels; 0 or one that names too few means the usual ones
 */
export function mixMatrix(channels: number, mask: number): MixMatrix | undefined {
  if (channels <= 2) return undefined;
  const named = speakersOf(mask);
  const speakers = named.length >= channels ? named : speakersOf(USUAL_MASKS[channels] as number);
  const gains = Array.from({ length: channels }, (_, channel) => GAINS[speakers[channel] as Speaker]);
  const rows = [gains.map(([left]) => left), gains.map(([, right]) => right)];
  const loudest = Math.max(...rows.map((row) => row.reduce((sum, gain) => sum + gain, 0)));
  return rows.map((row) => row.map((gain) => gain / (loudest || 1)));
}

function speakersOf(mask: number): Speaker[] {
  return SPEAKERS.filter((_, bit) => (mask >>> bit) & 1);
}

/** @param matrix `undefined` leaves the channels alone */
export function mixChannels(
  channels: Float32Array<ArrayBuffer>[],
  matrix: MixMatrix | undefined,
): Float32Array<ArrayBuffer>[] {
  if (!matrix) return channels;
  return matrix.map((row) => {
    const mixed = new Float32Array(channels[0]?.length ?? 0);
    row.forEach((gain, channel) => {
      const samples = channels[channel];
      if (gain === 0 || !samples) return;
      for (let index = 0; index < mixed.length; index++)
        mixed[index] = (mixed[index] as number) + gain * (samples[index] as number);
    });
    return mixed;
  });
}

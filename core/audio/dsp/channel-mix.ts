/** Speakers in the order of the bits of `dwChannelMask` (Microsoft, "Multiple channel audio data and WAVE files"). */
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

/** Gains of a stereo downmix (ITU-R BS.775-3, annex 4): center and surround at −3 dB, no low-frequency channel. */
const GAINS: Readonly<Record<Speaker, readonly [left: number, right: number]>> = {
  frontLeft: [1, 0],
  frontRight: [0, 1],
  frontCenter: [HALF_POWER, HALF_POWER],
  lowFrequency: [0, 0],
  backLeft: [HALF_POWER, 0],
  backRight: [0, HALF_POWER],
  frontLeftOfCenter: [1, 0],
  frontRightOfCenter: [0, 1],
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

/** Default channel masks (speakers), indexed by the number of channels. */
const USUAL_MASKS: readonly number[] = [0, 0x4, 0x3, 0x7, 0x33, 0x37, 0x3f, 0x70f, 0x63f];

export type MixMatrix = readonly (readonly number[])[];

/**
 * Returns stereo downmix gains, all reduced by one factor to prevent clipping; `undefined` for one and two channels.
 * @param mask speakers in channel order; 0 or a mask with too few speakers selects the default mask
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

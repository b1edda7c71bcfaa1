import type { Input, InputAudioTrack, InputVideoTrack, MetadataTags } from 'mediabunny';

export interface VideoDetails {
  readonly container: string;
  readonly bytes: number;
  readonly videoCodec: string;
  readonly width: number;
  readonly height: number;
  /** Frames per second. For a variable frame rate, the average. */
  readonly frameRate: number | undefined;
  readonly steady: boolean;
  /** Rotation of the video in degrees clockwise. */
  readonly rotation: number;
  readonly mirrored: boolean;
  readonly audio: AudioDetails | undefined;
  readonly tags: readonly (readonly [TagName, string])[];
}

export interface AudioDetails {
  readonly codec: string;
  readonly sampleRate: number;
  readonly channels: number;
  readonly decodable: boolean;
}

const TAGS = [
  'title',
  'artist',
  'album',
  'albumArtist',
  'description',
  'comment',
  'genre',
  'date',
  'trackNumber',
  'discNumber',
] as const satisfies readonly (keyof MetadataTags)[];
export type TagName = (typeof TAGS)[number];

export async function describeVideo(input: Input, video: InputVideoTrack, bytes: number): Promise<VideoDetails> {
  const [format, codec, width, height, rotation, mirrored, rate, audio, tags] = await Promise.all([
    input.getFormat(),
    codecName(video),
    video.getDisplayWidth(),
    video.getDisplayHeight(),
    video.getRotation(),
    video.getFlip(),
    video.computeFrameRateMetrics().catch(() => undefined),
    input.getPrimaryAudioTrack(),
    input.getMetadataTags().catch((): MetadataTags => ({})),
  ]);
  const steadyRate = rate?.underlyingFrameRate ?? undefined;
  return {
    container: format.name,
    bytes,
    videoCodec: codec,
    width,
    height,
    frameRate: steadyRate ?? rate?.averageFrameRate,
    steady: steadyRate !== undefined,
    rotation,
    mirrored,
    audio: audio ? await describeAudio(audio) : undefined,
    tags: TAGS.flatMap((name) => {
      const value = tags[name];
      const text = value instanceof Date ? value.toISOString().slice(0, 10) : value?.toString();
      return text ? [[name, text] as const] : [];
    }),
  };
}

async function describeAudio(track: InputAudioTrack): Promise<AudioDetails> {
  const [codec, sampleRate, channels, decodable] = await Promise.all([
    codecName(track),
    track.getSampleRate(),
    track.getNumberOfChannels(),
    track.canDecode().catch(() => false),
  ]);
  return { codec, sampleRate, channels, decodable };
}

/** Returns a codec's name, for example `avc (avc1.64001f)`, or the container's name for an unknown codec. */
export async function codecName(track: InputVideoTrack | InputAudioTrack): Promise<string> {
  const [codec, parameters] = await Promise.all([track.getCodec(), track.getCodecParameterString().catch(() => null)]);
  if (!codec) return String((await track.getInternalCodecId()) ?? '');
  return parameters && parameters !== codec ? `${codec} (${parameters})` : codec;
}

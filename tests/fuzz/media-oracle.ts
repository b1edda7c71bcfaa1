import { fileFromBytes } from '#core/base/files.ts';
import { inspectFile } from '#core/inspect/inspect.ts';
import { probe } from '../video/ffmpeg.ts';
import { withTemporaryFile } from './image-makers.ts';
import { WrongResult } from './wrong-result.ts';

type Bytes = Uint8Array<ArrayBuffer>;

interface MediaFacts {
  readonly durationSec: number | null;
  readonly width?: number;
  readonly height?: number;
  readonly sampleRate?: number;
  readonly channels?: number;
}

/**
 * Maximum difference of durations in seconds: a container's clock and audio padding make durations differ by a packet
 * or two.
 */
const DURATION_TOLERANCE_SEC = 0.12;

/** Reads a media file's details, and compares those of an undamaged file with ffprobe's. */
export async function checkMedia(bytes: Bytes, unchanged: boolean, extension: string): Promise<void> {
  const facts = (await inspectFile(fileFromBytes(`a.${extension}`, bytes))) as unknown as MediaFacts;
  if (!unchanged) return;
  const { streams, format } = withTemporaryFile(bytes, `a.${extension}`, probe);
  const video = streams.find(({ codec_type }) => codec_type === 'video');
  const audio = streams.find(({ codec_type }) => codec_type === 'audio');
  const expected = {
    ...(video && { width: video.width, height: video.height }),
    ...(audio && { sampleRate: Number(audio.sample_rate), channels: audio.channels }),
  };
  for (const [name, value] of Object.entries(expected))
    if (facts[name as keyof MediaFacts] !== value)
      throw new WrongResult('undamaged differs', `${name} ${facts[name as keyof MediaFacts]} is not ${value}`);
  if (Math.abs((facts.durationSec ?? 0) - Number(format.duration)) > DURATION_TOLERANCE_SEC)
    throw new WrongResult('undamaged differs', `${facts.durationSec} s are not ${format.duration} s`);
}

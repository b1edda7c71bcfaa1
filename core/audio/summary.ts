import type { MetadataTags } from 'mediabunny';
import { ascii, letters, startsWith } from '../base/bytes.ts';
import type { CancelSignal } from '../base/cancel-signal.ts';
import type { TextEncoding } from '../base/detect-encoding.ts';
import { CancelledError, FudebakoError } from '../base/errors.ts';
import type { SourceFile } from '../base/files.ts';
import { isInternalFailure } from '../base/internal-failure.ts';
import { mediaDuration } from '../container-guard/media-duration.ts';
import { MIN_MEDIA_BYTES, openMedia } from '../container-guard/open-media.ts';
import { mapMp3 } from './mp3/mp3-reader.ts';
import { isAiff, readAiff } from './pcm-files/aiff.ts';
import { isCaf, readCaf } from './pcm-files/caf.ts';
import { describedTags, type MediaTags } from './tags/tags.ts';
import { isMp3InWav, readWav, type WavFile } from './wav/wav-reader.ts';
import { readWavTags } from './wav/wav-tags.ts';

export interface AudioSummary {
  /** MIME type of the file; `unknown` if mediabunny doesn't recognize the file type. */
  readonly mimeType: string;
  /** Duration in seconds; `null` for an infinite duration. */
  readonly durationSec: number | null;
  readonly sampleRate: number | null;
  readonly channels: number | null;
  /** Audio codec, for example `mp3`, `pcm-s16` or `aac`; `null` for an unknown codec. */
  readonly codec: string | null;
  readonly tags: MediaTags;
}

/**
 * Summarizes an audio file. Reads WAV and MP3 like the converters, so durations equal those of converted files.
 * @throws FudebakoError `audioMetadata`
 */
export async function readAudioSummary(file: SourceFile): Promise<AudioSummary> {
  try {
    if (await isWav(file)) return await summarizeWav(file);
    const pcm = await summarizeByHead(file);
    if (pcm) return pcm;
    return (await isContainer(file)) ? await summarizeOther(file) : await summarizeMp3(file);
  } catch (error) {
    if (error instanceof CancelledError || isInternalFailure(error)) throw error;
    throw new FudebakoError('audioMetadata', {}, { cause: error });
  }
}

async function summarizeByHead(file: SourceFile): Promise<AudioSummary | undefined> {
  const head = await file.read(0, Math.min(file.size, 12));
  if (isOtherAudio(head))
    return { mimeType: 'unknown', durationSec: null, sampleRate: null, channels: null, codec: null, tags: {} };
  const isInAiff = isAiff(head);
  const pcm = isInAiff ? await readAiff(file) : isCaf(head) ? await readCaf(file) : undefined;
  if (!pcm) return undefined;
  const { format, sampleRate, sampleFrames, tags } = pcm;
  return {
    mimeType: isInAiff ? 'audio/aiff' : 'audio/x-caf',
    durationSec: sampleFrames / sampleRate,
    sampleRate,
    channels: format.channels,
    codec:
      { integer: `pcm-s${8 * format.sampleBytes}`, float: `pcm-f${8 * format.sampleBytes}` }[
        format.encoding as string
      ] ?? format.encoding,
    tags: describedTags(tags),
  };
}

export async function isWav(file: SourceFile): Promise<boolean> {
  const head = await file.read(0, 12);
  return head.length === 12 && /^(RIF[FX]|RF64|BW64)$/.test(ascii(head, 0, 4)) && ascii(head, 8, 4) === 'WAVE';
}

/** Signatures of formats that FFmpeg reads as a whole: WMA, AMR, WavPack, Monkey's Audio, True Audio, AU. */
const OTHER_SIGNATURES = [
  [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11],
  letters('#!AMR'),
  letters('wvpk'),
  letters('MAC '),
  letters('TTA1'),
  letters('.snd'),
];

/** True for audio that neither this program nor mediabunny describes, but FFmpeg decodes. */
export const isOtherAudio = (head: Uint8Array): boolean =>
  OTHER_SIGNATURES.some((signature) => startsWith(head, signature));

/** True if mediabunny detects a container other than MP3. MP3 has no signature: any bytes may precede its frames. */
export async function isContainer(file: SourceFile): Promise<boolean> {
  if (file.size < MIN_MEDIA_BYTES) return false;
  const { input, close } = await openMedia(file);
  try {
    return (await input.canRead()) && (await input.getFormat()).name !== 'MP3';
  } finally {
    close();
  }
}

export async function summarizeWav(
  file: SourceFile,
  signal?: CancelSignal,
  named?: TextEncoding,
): Promise<AudioSummary> {
  let wav: WavFile;
  try {
    wav = await readWav(file);
  } catch (error) {
    if (isMp3InWav(error)) return { ...(await summarizeMp3(file, signal, named)), mimeType: 'audio/wav' };
    throw error;
  }
  const { encoding } = wav.format;
  const prefix = wav.bitsPerSample <= 8 ? 'u' : 's';
  return {
    mimeType: 'audio/wav',
    durationSec: wav.sampleFrames / wav.sampleRate,
    sampleRate: wav.sampleRate,
    channels: wav.format.channels,
    codec:
      encoding === 'integer'
        ? `pcm-${prefix}${wav.bitsPerSample}`
        : encoding === 'float'
          ? `pcm-f${wav.bitsPerSample}`
          : encoding,
    tags: describedTags(await readWavTags(file, wav, named)),
  };
}

export async function summarizeMp3(
  file: SourceFile,
  signal?: CancelSignal,
  named?: TextEncoding,
): Promise<AudioSummary> {
  const { samples, header, channels, tags } = await mapMp3(file, signal, named);
  return {
    mimeType: 'audio/mpeg',
    durationSec: samples / header.sampleRate,
    sampleRate: header.sampleRate,
    channels,
    codec: 'mp3',
    tags: describedTags(tags),
  };
}

async function summarizeOther(file: SourceFile): Promise<AudioSummary> {
  const { input, close } = await openMedia(file);
  try {
    const track = await input.getPrimaryAudioTrack();
    return {
      mimeType: (await input.getMimeType()) || 'unknown',
      durationSec: await mediaDuration(await input.getTracks(), file),
      sampleRate: track ? await track.getSampleRate() : null,
      channels: track ? await track.getNumberOfChannels() : null,
      codec: track ? await track.getCodec() : null,
      tags: tagsOfMediabunny(await input.getMetadataTags()),
    };
  } finally {
    close();
  }
}

/** Converts mediabunny's tags. Dates lose the time of day, and raw tags other than text are dropped. */
export function tagsOfMediabunny({ date, images, raw, ...tags }: MetadataTags): MediaTags {
  const texts = Object.entries(raw ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    ...tags,
    ...(date && !Number.isNaN(date.getTime()) ? { date: date.toISOString().slice(0, 10) } : {}),
    ...(images && images.length > 0
      ? { images: images.map((image) => ({ ...image, data: new Uint8Array(image.data) })) }
      : {}),
    ...(texts.length > 0 ? { raw: Object.fromEntries(texts) } : {}),
  };
}

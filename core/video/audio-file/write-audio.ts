import { has16Bits, PCM_BYTES, writePcm } from '../../audio/dsp/quantize.ts';
import { nearestMp3Rate } from '../../audio/mp3/mp3-settings.ts';
import { writeId3 } from '../../audio/tags/id3-writer.ts';
import { describedTags, hasNoTags, type SourceTags } from '../../audio/tags/tags.ts';
import { clip, isBeyondFullScale } from '../../audio/wav/pcm.ts';
import { writeRiffInfo } from '../../audio/wav/riff-info.ts';
import { type WavLayout, wavHeader, wavPadding } from '../../audio/wav/wav-writer.ts';
import { writeMp3 } from '../../audio/wav-to-mp3.ts';
import { joinBytes, riffChunk } from '../../base/bytes.ts';
import { CancelledError, type WarningCode } from '../../base/errors.ts';
import type { FileSink, SourceFile } from '../../base/files.ts';
import type { WrittenFile } from '../../operation.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { AudioSource } from '../audio/audio-source.ts';
import { type PlanarAudio, sourceOf } from '../audio/planar-audio.ts';
import { type AudioFileSettings, type AudioFormat, depthOf } from './formats.ts';
import { writeFlac } from './write-flac.ts';
import { OPUS_RATE, writeM4a, writeOpus } from './write-packets.ts';

/** Sample rates of AAC (ISO/IEC 14496-3, 1.6.3.4). */
const AAC_RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000];
const MAX_FLAC_RATE = 384_000;

/** Returns the sample rate and channels of a written file: those of the source, as far as the format has them. */
export function outputOf(
  source: Pick<AudioSource, 'sampleRate' | 'format'>,
  { format, sampleRate, channels }: AudioFileSettings,
): Pick<PlanarAudio, 'sampleRate' | 'channels'> {
  const wanted = sampleRate === 'source' ? source.sampleRate : Number(sampleRate);
  const nearest = (rates: readonly number[]) =>
    rates.reduce((best, rate) => (Math.abs(rate - wanted) < Math.abs(best - wanted) ? rate : best));
  const rates: Readonly<Record<AudioFormat, () => number>> = {
    mp3: () => nearestMp3Rate(wanted),
    m4a: () => nearest(AAC_RATES),
    wav: () => wanted,
    flac: () => Math.min(wanted, MAX_FLAC_RATE),
    opus: () => OPUS_RATE,
  };
  const sourceChannels = source.format.channels === 1 ? 1 : 2;
  return { sampleRate: rates[format](), channels: channels === 'source' ? sourceChannels : channels === '1' ? 1 : 2 };
}

const MIME_TYPES: Readonly<Record<AudioFormat, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  flac: 'audio/flac',
  opus: 'audio/ogg',
};

/**
 * Writes audio to a file in bounded memory. Samples beyond full scale are clipped, except in WAV with 32-bit floats.
 * @throws FudebakoError `mp3Conversion`; FfmpegExit; CancelledError
 */
export async function writeAudio(
  audio: PlanarAudio,
  settings: Pick<AudioFileSettings, 'format' | 'bitrate' | 'bitDepth'>,
  tags: SourceTags,
  context: OperationContext,
): Promise<WrittenFile> {
  const { sink } = context;
  if (!sink) throw new TypeError('A file needs a sink');
  const { format, bitrate } = settings;
  const depth = depthOf(settings.bitDepth);
  let isClipped = false;
  const checked: PlanarAudio = {
    ...audio,
    async read(from, to) {
      const channels = await audio.read(from, to);
      isClipped ||= channels.some(isBeyondFullScale);
      return channels;
    },
  };
  const output = { ...context, sink };
  const described = hasNoTags(tags) ? undefined : describedTags(tags);
  let warnings: readonly WarningCode[] = [];
  if (format === 'wav') await writeWav(checked, depth, tags, output);
  else if (format === 'flac') await writeFlac(checked, depth === '16' ? 16 : 24, described, output);
  else if (format === 'm4a') await writeM4a(checked, bitrate, described, output);
  else if (format === 'opus') await writeOpus(checked, bitrate, described, output);
  else ({ warnings } = await writeMp3(fileOf(checked, output), storedAs(audio), { ...MP3, bitrate }, tags, output));
  const clipped = isClipped && !(format === 'wav' && depth === 'float');
  return {
    mimeType: MIME_TYPES[format],
    extension: format,
    warnings: [...(clipped ? (['audioClipped'] as const) : []), ...warnings],
  };
}

const MP3 = { mode: 'cbr', vbrQuality: 2 } as const;

/** Shows computed audio as a file of interleaved 32-bit floats, whose place and size are in `storedAs`. */
function fileOf(audio: PlanarAudio, { platform, signal }: OperationContext): SourceFile {
  const blockBytes = 4 * audio.channels;
  const source = sourceOf(audio, []);
  const size = audio.samples * blockBytes;
  return {
    name: 'audio.raw',
    size,
    read: async (start = 0, end = size) =>
      (await source.readBlocks(start / blockBytes, end / blockBytes, { platform, signal })).bytes,
  };
}

const storedAs = (audio: PlanarAudio) => ({ ...sourceOf(audio, []), dataStart: 0 });

/** Samples that are read at once. */
const READ_SAMPLES = 1 << 18;

async function writeWav(
  audio: PlanarAudio,
  depth: ReturnType<typeof depthOf>,
  tags: SourceTags,
  { sink, signal, onProgress }: OperationContext & { readonly sink: FileSink },
): Promise<void> {
  const trailer = hasNoTags(tags)
    ? new Uint8Array(0)
    : joinBytes(writeRiffInfo(tags), riffChunk('id3 ', writeId3(tags)));
  const layout: WavLayout = {
    channels: audio.channels,
    sampleRate: audio.sampleRate,
    bitsPerSample: PCM_BYTES[depth] * 8,
    isFloat: depth === 'float',
    sampleFrames: audio.samples,
    trailerBytes: trailer.length,
  };
  const header = wavHeader(layout);
  await sink.write(header, 0);
  let at = header.length;
  for (let from = 0; from < audio.samples; from += READ_SAMPLES) {
    if (signal?.aborted) throw new CancelledError();
    const channels = await audio.read(from, Math.min(audio.samples, from + READ_SAMPLES));
    const isExact = depth === '16' && has16Bits(channels);
    if (depth !== 'float') for (const samples of channels) clip(samples);
    const bytes = writePcm(channels, from, depth, !isExact);
    await sink.write(bytes, at);
    at += bytes.length;
    onProgress?.(Math.min(1, (from + READ_SAMPLES) / audio.samples));
  }
  await sink.write(joinBytes(new Uint8Array(wavPadding(layout)), trailer), at);
}
